# device-memory: 256MiB

import cupy as cp

a = cp.ones((2000, 100))
b = cp.ones((1000, 100))
c = cp.einsum("ik,jk->ijk", a, b)  # expect: CUP401
