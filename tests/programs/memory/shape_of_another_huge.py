# device-memory: 256MiB
# measured-peak: 300000768

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = cp.zeros(a.shape, dtype=a.dtype)
c = cp.zeros((a.shape[0], a.shape[1]), dtype=cp.float32)  # expect: CUP402
