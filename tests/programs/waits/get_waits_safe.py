"""``get`` waits for the copy it makes, so nothing is wrong here; the last line only waits for nothing new."""

import cupy as cp
import numpy as np

host = np.random.rand(1000, 1000)
device = cp.asarray(host)
sines = cp.sin(device)
copied = sines.get()
print(copied)
cp.cuda.Stream.null.synchronize()
