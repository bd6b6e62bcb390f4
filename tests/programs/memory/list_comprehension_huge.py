# device-memory: 256MiB
# measured-peak: 300000768

import cupy as cp

blocks = [cp.full((5000, 5000), number, dtype=cp.float32) for number in range(3)]  # expect: CUP404
