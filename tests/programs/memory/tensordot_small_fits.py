# device-memory: 256MiB

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
v = cp.ones(5000, dtype=cp.float32)
w = cp.tensordot(a, v, axes=1)
u = cp.einsum("ij,j->i", a, v)
t = cp.einsum("ij,ij->", a, a)
b = cp.zeros_like(a)
