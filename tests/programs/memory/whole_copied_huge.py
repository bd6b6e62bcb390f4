# device-memory: 256MiB

import cupy as cp
import numpy as np

host = np.ones((100_000, 5000), dtype=np.float32)
part = cp.asarray(host)  # expect: CUP401
