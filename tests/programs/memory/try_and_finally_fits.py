# device-memory: 256MiB
# measured-peak: 200000512

import cupy as cp

try:
    a = cp.ones((5000, 5000), dtype=cp.float32)
    b = a + 1
finally:
    a = None
c = b + 1
print(float(c[0, 0]))
