# device-memory: 256MiB

from functools import partial

import cupy as cp

make = partial(cp.zeros, dtype=cp.float64)
a = make((5000, 5000))
b = make((5000, 5000))  # expect: CUP402
