import cupy as cp


class Averager:
    def __init__(self, world):
        self.world = world
        self.side = cp.cuda.Stream(non_blocking=True)

    def average(self, gradients):
        compute = cp.cuda.get_current_stream()
        ready = cp.cuda.Event(disable_timing=True)
        with self.side:
            ready.record()  # on the side stream itself
            self.side.wait_event(ready)
            for g in gradients:
                cp.multiply(g, g.dtype.type(1.0 / self.world), out=g)  # expect: CUP101
            done = self.side.record()
        compute.wait_event(done)
