# device-memory: 256MiB

import cupy as cp
import numpy as np

a = cp.ones((5000, 5000), dtype=cp.float32)
b = a.get()
c = b + 1
d = cp.asnumpy(a) * 3
e = np.concatenate([b, c, d])
