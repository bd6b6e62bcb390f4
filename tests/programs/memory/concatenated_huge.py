# device-memory: 256MiB
# measured-peak: 320002048

import cupy as cp

parts = [cp.ones((1000, 5000), dtype=cp.float32) for _ in range(8)]
whole = cp.concatenate(parts)  # expect: CUP402
