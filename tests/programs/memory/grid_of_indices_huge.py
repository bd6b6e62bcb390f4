# device-memory: 256MiB

import cupy as cp

rows, columns = cp.indices((5000, 5000), dtype=cp.int32)
distance = cp.sqrt(rows * rows + columns * columns)  # expect: CUP402
