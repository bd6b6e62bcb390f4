import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Scope:
    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        self.stream.__enter__()
        return self

    def __exit__(self, *exc):
        self.stream.__exit__(*exc)


with s:
    y = x * 2
    with Scope(t):
        other = cp.zeros(8)
    z = y + 1
s.synchronize()
t.synchronize()
print(z.sum(), other)
