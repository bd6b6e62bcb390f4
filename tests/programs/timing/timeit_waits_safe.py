import timeit

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def work():
    cp.sort(a).sum().item()


print(timeit.timeit(work, number=10))
print(min(timeit.repeat(lambda: (a @ a).get(), number=3)))
