"""The host asks how much a mask takes, and waits for all before; what it takes, or stores, comes after that."""

import cupy as cp

side = cp.cuda.Stream(non_blocking=True)
x = cp.arange(1 << 20) % 7
y = cp.arange(1 << 20) % 5
cp.cuda.Device().synchronize()

with side:
    taken = x[x > 3]
    y[y > 3] = 0
    y[y > 2] += 1
print(taken + 1)
print(y + 1)  # expect: CUP103
