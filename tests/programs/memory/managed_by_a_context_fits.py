# device-memory: 256MiB

import cupy as cp

pool = cp.cuda.MemoryPool(cp.cuda.malloc_managed)
with cp.cuda.using_allocator(pool.malloc):
    a = cp.zeros((20_000, 20_000))
    b = a + 1
