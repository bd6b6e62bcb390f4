import time

import cupy as cp

a = cp.random.rand(4096, 4096)
for epoch in range(10):
    start = time.time()
    a = a @ a
    loss = a.mean()
    print(f"{epoch}: {loss:.3f} after {time.time() - start}")  # each part is made a text before the next one
