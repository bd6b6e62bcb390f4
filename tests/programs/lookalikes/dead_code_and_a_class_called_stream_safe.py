import cupy as cp


class Stream:
    """A stream of text, no CUDA stream."""

    def __init__(self, non_blocking=False):
        self.lines = []

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return None

    def record(self):
        return None


a, b = Stream(non_blocking=True), Stream(non_blocking=True)
x = cp.ones(10)
with a:
    y = x * 2
e = a.record()
with b:
    z = y + 1
if 0:
    with cp.cuda.Stream(non_blocking=True):
        z += 1
if False:
    s = cp.cuda.Stream(True)
print(z, e)
