"""The host waits for the first stream only after the second one was given the work that needs it."""

import cupy as cp

left = cp.random.rand(1000, 1000)
right = cp.random.rand(1000, 1000)

multiplying = cp.cuda.Stream()
adding = cp.cuda.Stream()

with multiplying:
    product = cp.matmul(left, right)

with adding:
    total = cp.sum(product)  # expect: CUP101

multiplying.synchronize()
print(total)
