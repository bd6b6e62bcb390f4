import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Pair:
    def __init__(self, stream):
        self.stream = stream

    def __add__(self, other):
        with self.stream:
            return other * 2

    __radd__ = __add__


a = Pair(s1) + x
with s2:
    b = a + 1  # expect: CUP101
