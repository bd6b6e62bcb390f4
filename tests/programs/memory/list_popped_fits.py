# device-memory: 256MiB
# measured-peak: 200000512

import cupy as cp

blocks = [cp.ones((5000, 5000), dtype=cp.float32) for number in range(2)]
last = blocks.pop()
del last
more = cp.zeros((5000, 5000), dtype=cp.float32)
print(float(more[0, 0]))
