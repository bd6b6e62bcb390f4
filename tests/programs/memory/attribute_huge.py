# device-memory: 256MiB
# measured-peak: 300000768

import cupy as cp


class Model:
    def __init__(self):
        self.weights = cp.ones((5000, 5000), dtype=cp.float32)
        self.gradient = cp.zeros_like(self.weights)

    def step(self):
        self.weights = self.weights - self.gradient  # expect: CUP402


model = Model()
model.step()
