import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class NamedStream(cp.cuda.Stream):
    def __init__(self, name):
        super().__init__(non_blocking=True)
        self.name = name

    def finish(self):
        self.synchronize()


a = NamedStream("a")
with a:
    y = x * 2
a.synchronize()
with t:
    z = y + 1  # maybe: CUP101
t.synchronize()
with a:
    z += 1
a.finish()
with t:
    z *= 2  # maybe: CUP101
t.synchronize()
print(z.sum())
