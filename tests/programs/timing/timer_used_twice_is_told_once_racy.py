import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


class Timer:
    def __enter__(self):
        self.begin = time.perf_counter()
        return self

    def __exit__(self, *error):
        self.seconds = time.perf_counter() - self.begin  # expect: CUP501


with Timer() as product:
    b = a @ a
with Timer() as sort:
    c = cp.sort(a)
with Timer() as copied:
    d = a.get()
print(product.seconds, sort.seconds, copied.seconds)
