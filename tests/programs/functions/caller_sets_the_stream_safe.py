import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Stage:
    """Methods run on the current stream: call them inside ``with stage.stream``."""

    def __init__(self, n):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.buffer = cp.zeros(n)

    def upload(self, a):
        with self.stream:
            self.buffer[...] = a

    def scale(self, f):
        self.buffer *= f


stage = Stage(1000)
cp.cuda.Device().synchronize()
stage.upload(3)
with stage.stream:
    stage.scale(2)
    print(stage.buffer.sum())
