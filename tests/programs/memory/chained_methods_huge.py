# device-memory: 256MiB
# measured-peak: 300000768

import cupy as cp

x = cp.ones((5000, 5000), dtype=cp.float32)
y = cp.exp(cp.sin(cp.cos(x)))  # expect: CUP402
