# device-memory: 256MiB

import cupy as cp

a = cp.ones((4000, 4000), dtype=cp.float32)
b = a + 1j * a  # expect: CUP402
