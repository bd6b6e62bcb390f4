import cupy as cp

s, t = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)


class Reader:
    def __init__(self, kind):
        if kind == "ones":
            self.read = self.read_ones
        elif kind == "zeros":
            self.read = self.read_zeros

    def read_ones(self, n):
        return cp.ones(n)

    def read_zeros(self, n):
        return cp.zeros(n)

    def run(self, n):
        with s:
            x = self.read(n)
        following = self.read(n)
        with t:
            y = x + 1  # expect: CUP101
        s.wait_event(t.record())
        return y, following
