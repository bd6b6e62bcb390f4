# device-memory: 2560MiB

"""Four arrays of 800 MB live together: too much for a small card, nothing wrong on a large one."""

import cupy as cp

left = cp.random.rand(10000, 10000)
right = cp.random.rand(10000, 10000)
product = cp.matmul(left, right)
copy = cp.empty((10000, 10000), dtype=cp.float64)  # expect: CUP402
cp.copyto(copy, product)
