import timeit

import cupy as cp

print(timeit.timeit("x * 2", setup="x = 3", number=1000))
