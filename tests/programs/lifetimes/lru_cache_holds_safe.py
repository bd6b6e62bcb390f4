import functools

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


@functools.lru_cache(maxsize=None)
def table(n):
    with s1:
        return x * n


def use():
    a = table(2)
    s2.wait_event(s1.record())
    with s2:
        z = a.sum()


use()
with s1:
    b = x * 3
