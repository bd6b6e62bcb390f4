import time

import cupy as cp

a = cp.random.rand(4096, 4096)
start = time.time()
b = a @ a
time.sleep(3)
print(time.time() - start)  # maybe: CUP501
