# device-memory: 256MiB

import cupy as cp
import numpy as np

a = np.zeros((20_000, 20_000))
b = a + 1
c = a * b
d = [np.zeros((20_000, 20_000)) for _ in range(20)]
