# rules: CUP406

import cupy as cp


class Adam:
    def __init__(self, n):
        self.m = cp.zeros(n, dtype=cp.float32)
        self.v = cp.zeros(n, dtype=cp.float32)

    def step(self, p, g, t):
        self.m = 0.9 * self.m + 0.1 * g  # expect: CUP406
        self.v = 0.999 * self.v + 0.001 * g * g  # expect: CUP406
        mean = self.m / (1 - 0.9**t)
        p -= 1e-3 * mean / (cp.sqrt(self.v / (1 - 0.999**t)) + 1e-8)
        return p


own = Adam(50_000_000)
p = cp.ones(50_000_000, dtype=cp.float32)
for t in range(1, 4):
    g = cp.random.standard_normal(50_000_000, dtype=cp.float32)
    p = own.step(p, g, t)
