from functools import lru_cache

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


@lru_cache
def make(n):
    with s1:
        return x * n


s2.wait_event(s1.record())
a = make(2)
s2.wait_event(s1.record())
with s2:
    z = a.sum()
del a
with s1:
    b = x * 3
