import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

s1.launch_host_func(lambda arg: cp.cuda.Device().synchronize(), None)  # expect: CUP205
