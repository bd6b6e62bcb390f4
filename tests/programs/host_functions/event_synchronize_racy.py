import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

e = cp.cuda.Event()
e.record(s2)


def f(arg):
    e.synchronize()  # expect: CUP205


s1.launch_host_func(f, None)
