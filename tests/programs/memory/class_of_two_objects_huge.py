# device-memory: 256MiB

import cupy as cp


class State:
    def __init__(self, n):
        self.position = cp.zeros((n, n), dtype=cp.float32)  # expect: CUP402
        self.velocity = cp.zeros((n, n), dtype=cp.float32)


one = State(5000)
two = State(5000)
