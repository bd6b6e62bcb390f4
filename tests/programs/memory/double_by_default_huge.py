# device-memory: 256MiB
# measured-peak: 400000000

import cupy as cp

a = cp.ones((5000, 5000))
b = cp.zeros((5000, 5000))  # expect: CUP402
