# device-memory: 256MiB
# measured-peak: 108003328

import cupy as cp

rows = [[cp.ones((1000, 1000), dtype=cp.float32) for _ in range(3)] for _ in range(3)]
whole = cp.concatenate([cp.concatenate(row, axis=1) for row in rows])
print(float(whole[0, 0]))
