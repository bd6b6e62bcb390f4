# device-memory: 256MiB
# measured-peak: 303713280

import cupy as cp

values = cp.ones(25_000_000, dtype=cp.float32)
ordered = cp.sort(values)  # expect: CUP402
