import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Length:
    def __init__(self, unit):
        self.unit = unit

    def __add__(self, other):
        if self.unit:
            return 1
        return 2


def run(unit):
    with s1:
        z = x * 2
    total = Length(unit) + 1
    with s2:
        return z + 1  # expect: CUP101
