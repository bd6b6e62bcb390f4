import cupy as cp


class Lane:
    IDLE, BUSY = range(2)

    def __init__(self):
        self.s = cp.cuda.Stream(non_blocking=True)
        self.state = Lane.IDLE
        self.buf = None

    def start(self, n):
        assert self.state == Lane.IDLE
        with self.s:
            self.buf = cp.full(n, 2.0)
        self.state = Lane.BUSY

    def finish(self):
        assert self.state == Lane.BUSY
        self.s.synchronize()
        self.state = Lane.IDLE
        return self.buf.sum()


lanes = [Lane() for _ in range(3)]
for r in range(2):
    for i, l in enumerate(lanes):
        if l.state == Lane.BUSY:
            print(l.finish())
        l.start(10 * i + 10)
print([float(l.finish()) for l in lanes])
