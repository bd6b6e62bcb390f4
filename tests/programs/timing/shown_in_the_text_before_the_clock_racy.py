import time

import cupy as cp

a = cp.random.rand(4096, 4096)
for epoch in range(10):
    start = time.time()
    a = a @ a
    loss = a.mean()
    print(f"{epoch}: after {time.time() - start} {loss:.3f}")  # expect: CUP501
