import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Finished:
    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        self.stream.__enter__()
        return self

    def __exit__(self, *details):
        self.stream.__exit__(*details)
        self.stream.synchronize()


with Finished(s1):
    a = x * 2
b = a + 1
