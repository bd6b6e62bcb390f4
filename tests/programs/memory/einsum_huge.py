# device-memory: 256MiB
# measured-peak: 400800768

import cupy as cp

a = cp.ones((10000, 10), dtype=cp.float32)
m = cp.einsum("ik,jk->ij", a, a)  # expect: CUP401
