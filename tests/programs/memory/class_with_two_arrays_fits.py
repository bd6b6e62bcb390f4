# device-memory: 256MiB

import cupy as cp


class State:
    def __init__(self, n):
        self.position = cp.zeros((n, n), dtype=cp.float32)
        self.velocity = cp.zeros((n, n), dtype=cp.float32)

    def step(self, dt):
        self.velocity *= dt
        self.position += self.velocity


state = State(5000)
for _ in range(10):
    state.step(0.5)
