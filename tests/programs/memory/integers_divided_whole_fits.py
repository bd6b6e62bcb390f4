# device-memory: 256MiB
# measured-peak: 200000512

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.int32)
b = a // 2
print(int(b[0, 0]))
