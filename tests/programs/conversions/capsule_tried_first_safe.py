import cupy as cp
import numpy as np

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

c = x.toDlpack()
try:
    h = np.from_dlpack(c)
except AttributeError:
    h = x.get()
