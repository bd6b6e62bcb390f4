import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def f(arg):
    arg["next"] = cp.zeros(10)  # expect: CUP205


box = {}
s1.launch_host_func(f, box)
