# rules: CUP406

import cupy as cp


class Net:
    def __init__(self):
        self.weights = cp.ones((5000, 5000), dtype=cp.float32)
        self.slope = cp.ones((5000, 5000), dtype=cp.float32)

    def step(self):
        self.weights = self.weights - 0.1 * self.slope  # expect: CUP406


net = Net()
net.step()
