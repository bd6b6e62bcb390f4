# device-memory: 256MiB

import cupy as cp
import numpy as np

data = np.load("data.npy")
a = cp.asarray(data)
b = a[:, None] - a[None, :]
c = cp.zeros((len(data), len(data)))
