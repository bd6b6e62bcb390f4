# device-memory: 256MiB
# measured-peak: 300000768

import cupy as cp

for number in range(20):
    first = cp.full((5000, 5000), number, dtype=cp.float32)  # expect: CUP402
    second = first + number
