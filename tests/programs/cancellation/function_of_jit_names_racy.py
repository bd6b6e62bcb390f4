import cupy as cp
import cupyx
from cupyx import jit

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def twice(values, size):
    i = jit.blockIdx.x * jit.blockDim.x + jit.threadIdx.x
    if i < size:
        values[i] = values[i] * 2


twice[4, 256](x, 1024)  # expect: CUP302
