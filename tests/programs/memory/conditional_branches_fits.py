# device-memory: 256MiB
# measured-peak: 200000512

import sys

import cupy as cp

if len(sys.argv) > 5:
    a = cp.ones((5000, 5000), dtype=cp.float32)
else:
    a = cp.zeros((5000, 5000), dtype=cp.float32)
b = a + 1
print(float(b[0, 0]))
