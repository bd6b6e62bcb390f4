import cupy as cp
from numba import cuda

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


@cuda.jit
def shift(values):
    i = cuda.grid(1)
    values[i] += 1


shift[4, 256](x)
