import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

first, last = cp.cuda.Event(), cp.cuda.Event()
first.record()
z = cp.sort(x)
last.record()
cp.cuda.Device().synchronize()
print(cp.cuda.get_elapsed_time(first, last))
