# device-memory: 256MiB
# measured-peak: 225392128

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = cp.ones((5000, 5000), dtype=cp.float32)
mask = a > b
print(int(mask.sum()))
