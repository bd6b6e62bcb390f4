# device-memory: 256MiB
# measured-peak: 200001024

import cupy as cp

x = cp.ones((5000, 5000), dtype=cp.float32)
y = cp.exp(cp.sin(cp.cos(x[:2500]))).sum()
print(float(y))
