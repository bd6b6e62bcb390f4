"""A program that waits for each of its streams is right, however many there are."""

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def work(names):
    with s1:
        a = x * 2
    for name in names:
        s1.synchronize()
    with s2:
        return a + 1
