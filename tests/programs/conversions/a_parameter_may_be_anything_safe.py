import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def host(z):
    if type(z).__module__.startswith("cupy"):
        return z.get()
    return np.asarray(z)


host(x)
