# device-memory: 256MiB
# measured-peak: 16001024

from collections import deque

import cupy as cp

kept = deque(maxlen=3)
for number in range(500):
    kept.append(cp.full((1000, 1000), number, dtype=cp.float32))
print(len(kept))
