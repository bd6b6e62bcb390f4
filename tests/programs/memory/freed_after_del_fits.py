# device-memory: 256MiB

import cupy as cp

pool = cp.get_default_memory_pool()
a = cp.ones((1000, 1000))
b = a + 1
del a
pool.free_all_blocks()
