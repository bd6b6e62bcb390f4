import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def f(arg):
    cp.cuda.Stream.null.synchronize()  # expect: CUP205


for s in (s1, s2):
    s.launch_host_func(f, None)
