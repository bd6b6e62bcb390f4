"""Python asks the second base before what both bases derive from: the wait that runs is that of `Early`."""

import cupy as cp


class Base:
    def __init__(self):
        self.side = cp.cuda.Stream(non_blocking=True)

    def finish(self):
        pass


class Logged(Base):
    def finish(self):
        print("filled")
        super().finish()


class Early(Base):
    def finish(self):
        self.side.synchronize()


class Filler(Logged, Early):
    def fill(self, n):
        with self.side:
            x = cp.ones(n)
        self.finish()
        return float(x.sum())


print(Filler().fill(1 << 20))
