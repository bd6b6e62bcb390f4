# device-memory: 256MiB

import cupy as cp


class State:
    def __init__(self, n):
        self.position = cp.zeros((n, n), dtype=cp.float32)


for number in range(5):
    state = State(5000)
    print(float(state.position[0, 0]))
