# device-memory: 256MiB

import cupy as cp

memory = cp.cuda.alloc_pinned_memory(300_000_000)
staging = cupyx.empty_pinned((10_000, 10_000), dtype=cp.float32)
part = cp.asarray(staging[:1000])
print(float(part[0, 0]), memory.mem.size)
