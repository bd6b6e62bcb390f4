import cupy as cp
import cupyx
from cupyx import jit

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


@jit.rawkernel()
def twice(values, size):
    i = jit.grid(1)
    if i < size:
        values[i] = values[i] * 2


twice[4, 256](x, 1024)
