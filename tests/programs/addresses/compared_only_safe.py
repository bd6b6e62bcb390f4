import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

p = cp.zeros(4).data.ptr
q = cp.zeros(4).data.ptr
assert p == q
assert cp.zeros(4).data.ptr != 0
