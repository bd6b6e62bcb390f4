# device-memory: 256MiB
# measured-peak: 300000768

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = cp.ones((5000, 5000), dtype=cp.float32)
a += b * 2  # expect: CUP402
