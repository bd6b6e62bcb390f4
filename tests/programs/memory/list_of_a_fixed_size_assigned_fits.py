# device-memory: 256MiB

import cupy as cp

kept = [None, None]
for number in range(100):
    kept[0] = kept[1]
    kept[1] = cp.ones((4000, 4000), dtype=cp.float32)
