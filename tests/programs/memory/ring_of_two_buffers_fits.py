# device-memory: 256MiB

import cupy as cp

buffers = [cp.zeros((5000, 5000), dtype=cp.float32) for _ in range(2)]
for step in range(100):
    source = buffers[step % 2]
    target = buffers[(step + 1) % 2]
    cp.add(source, 1, out=target)
