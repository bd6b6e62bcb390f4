import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def main(n):
    with s1:
        a = cp.ones(n)
    s2.wait_event(s1.record())
    with s2:
        z = a * 2
    del a
    with s1:
        b = cp.ones(2 * n)
