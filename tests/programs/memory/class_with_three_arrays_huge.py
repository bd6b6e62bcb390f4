# device-memory: 256MiB

import cupy as cp


class State:
    def __init__(self, n):
        self.position = cp.zeros((n, n), dtype=cp.float32)
        self.velocity = cp.zeros((n, n), dtype=cp.float32)
        self.force = cp.zeros((n, n), dtype=cp.float32)  # expect: CUP402


state = State(5000)
