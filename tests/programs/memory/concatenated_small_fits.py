# device-memory: 256MiB
# measured-peak: 160003072

import cupy as cp

parts = [cp.ones((500, 5000), dtype=cp.float32) for _ in range(8)]
whole = cp.concatenate(parts)
print(float(whole[0, 0]))
