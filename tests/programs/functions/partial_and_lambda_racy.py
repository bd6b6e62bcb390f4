from functools import partial

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def double(stream, values):
    with stream:
        return values * 2


first = partial(double, s1)
second = lambda values: double(s1, values)
a = second(first(x))
with s2:
    b = a + 1  # expect: CUP101
