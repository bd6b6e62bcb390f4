"""Python asks the second base before what both bases derive from: the wait of `Base` is not the one that runs."""

import cupy as cp


class Base:
    def __init__(self):
        self.side = cp.cuda.Stream(non_blocking=True)

    def finish(self):
        self.side.synchronize()


class Logged(Base):
    def log(self):
        print("filled")


class Late(Base):
    def finish(self):
        pass


class Filler(Logged, Late):
    def fill(self, n):
        with self.side:
            x = cp.ones(n)
        self.finish()
        return float(x.sum())  # expect: CUP103


print(Filler().fill(1 << 20))
