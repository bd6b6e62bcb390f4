# rules: CUP406

import cupy as cp


def add(x):
    x = x + 1
    return x


data = cp.ones((5000, 5000), dtype=cp.float32)
more = add(data)
print(float(data[0, 0]))
