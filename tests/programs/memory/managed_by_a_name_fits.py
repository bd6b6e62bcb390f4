# device-memory: 256MiB

import cupy as cp
from cupy.cuda import malloc_managed, set_allocator

set_allocator(malloc_managed)
a = cp.zeros((20_000, 20_000))
