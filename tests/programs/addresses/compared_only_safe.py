import cupy as cp

p = cp.zeros(4).data.ptr
q = cp.zeros(4).data.ptr
assert p == q
assert cp.zeros(4).data.ptr != 0
