import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Lanes:
    def __init__(self):
        self.copy_stream = cp.cuda.Stream(non_blocking=True)
        self.work_stream = cp.cuda.Stream(non_blocking=True)

    def run(self, kind, a):
        with getattr(self, f"{kind}_stream"):
            y = a * 2
        self.copy_stream.synchronize()
        self.work_stream.synchronize()
        with t:
            z = y + 1
        t.synchronize()
        return z


print(Lanes().run("copy", x).sum())
