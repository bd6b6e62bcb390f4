import time

import cupy as cp

a = cp.random.rand(4096, 4096)
start = time.time()
b = a @ a
time.sleep(0.001)
print(time.time() - start)  # expect: CUP501
