# device-memory: 256MiB
# measured-peak: 225197568

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
positive = a[a > 2]
print(positive.size)
