import cupy as cp
import numpy as np

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def host(z):
    if type(z).__module__.startswith("cupy"):
        return z.get()
    return np.asarray(z)


host(x)
