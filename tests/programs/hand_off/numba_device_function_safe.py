import cupy as cp
import numpy as np
from numba import cuda

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


@cuda.jit(device=True)
def g(v):
    return v + 1


@cuda.jit
def k(a):
    i = cuda.grid(1)
    a[i] = g(a[i])


k[1024, 1024](x)
print(x.sum())
