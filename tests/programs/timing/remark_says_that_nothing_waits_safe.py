import time

import cupy as cp

a = cp.random.rand(4096, 4096)
start = time.time()
for _ in range(100):
    b = a @ a
# deliberately not synchronized: what a call costs in Python is wanted
end = time.time()
print((end - start) / 100)
