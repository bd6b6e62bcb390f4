# device-memory: 256MiB
# measured-peak: 1630720

import cupy as cp

a = cp.ones((100, 20), dtype=cp.float32)
gap = a[:, None, :] - a[None, :, :]
print(float((gap**2).sum()))
