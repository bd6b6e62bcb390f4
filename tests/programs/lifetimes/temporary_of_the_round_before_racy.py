import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def made():
    with s1:
        return cp.full(1 << 20, 3.0)  # expect: CUP104


def used(a):
    s2.wait_event(s1.record())
    with s2:
        return a * 2


for i in range(2):
    c = used(made())
