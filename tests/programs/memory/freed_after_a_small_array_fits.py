# device-memory: 256MiB

import cupy as cp

pool = cp.get_default_memory_pool()
a = cp.ones((1000, 1000))
b = cp.ones(5000)
del b
pool.free_all_blocks()
print(float(a[0, 0]))
