# device-memory: 256MiB

import cupy as cp

buffer = cp.ones((5000, 5000), dtype=cp.float32)


def refresh():
    global buffer
    buffer = None
    buffer = cp.zeros((5000, 5000), dtype=cp.float32)


for _ in range(3):
    refresh()
other = cp.ones((5000, 5000), dtype=cp.float32)
