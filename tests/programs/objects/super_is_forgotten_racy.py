import cupy as cp


class Base:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.out = cp.cuda.Stream(non_blocking=True)

    def run(self, x):
        with self.stream:
            y = x + 1
        self.finish()
        with self.out:
            return y * 2  # expect: CUP101

    def finish(self):
        self.stream.synchronize()


class Quick(Base):
    def finish(self):
        print("skipped")


x = cp.ones(1 << 16)
cp.cuda.Device().synchronize()
z = Base().run(x)
q = Quick().run(x)
cp.cuda.Device().synchronize()
print(z.sum(), q.sum())
