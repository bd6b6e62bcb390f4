import cupy as cp


class Tap:
    def __init__(self, width):
        self.side = cp.cuda.Stream(non_blocking=True)
        with self.side:
            self.total = cp.zeros(width)

    def observe(self, activation):
        main = cp.cuda.get_current_stream()
        squashed = cp.tanh(activation.astype(cp.float64))
        ready = main.record()
        self.side.wait_event(ready)
        with self.side:
            self.total += squashed.sum(axis=0)
            done = self.side.record()
        main.wait_event(done)
