import cupy as cp


class Pipe:
    def __init__(self):
        self.up = cp.cuda.Stream(non_blocking=True)
        self.run = cp.cuda.Stream(non_blocking=True)
        self.ready = cp.cuda.Event()

    def step(self, x):
        self.run.wait_event(self.ready)  # expect: CUP105
        with self.up:
            x += 1
            self.ready.record()
        with self.run:
            return x * 2  # expect: CUP101


x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
y = Pipe().step(x)
cp.cuda.Device().synchronize()
print(y.sum())
