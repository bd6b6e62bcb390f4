import timeit

import cupy as cp

a = cp.random.rand(512, 512)
cp.cuda.Device().synchronize()

timer = timeit.Timer(lambda: a @ a)
print(timer.timeit(10))  # expect: CUP501
