import time

import cupy as cp

a = cp.random.rand(4096, 4096)
best = 1e9
for _ in range(10):
    begin = time.time()
    b = a @ a
    seconds = time.time() - begin  # expect: CUP501
    if seconds < best:
        best = seconds
print("at best", best)
