import time

import cupy as cp

a = cp.random.rand(4096, 4096)
first, last = cp.cuda.Event(), cp.cuda.Event()
start = time.perf_counter()
first.record()
b = a @ a
last.record()
c = b @ a
seconds = time.perf_counter() - start  # expect: CUP501
last.synchronize()
print(seconds, cp.cuda.get_elapsed_time(first, last))
