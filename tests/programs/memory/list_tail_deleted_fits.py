# device-memory: 256MiB

import cupy as cp

kept = []
for number in range(500):
    kept.append(cp.ones((1000, 1000), dtype=cp.float32))
    del kept[:-5]
