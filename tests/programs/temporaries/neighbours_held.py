# rules: CUP406

import cupy as cp


def step(u, dt=0.1):
    curve = cp.zeros_like(u)
    curve[1:-1] = u[2:] - 2 * u[1:-1] + u[:-2]  # expect: CUP406
    u = u + dt * curve  # expect: CUP406
    return u


u = cp.zeros(20_000_000, dtype=cp.float32)
for i in range(5):
    u = step(u)
