# rules: CUP406

import cupy as cp

history = []
x = cp.ones((5000, 5000), dtype=cp.float32)
for step in range(3):
    history.append(x)
    x = x + 1
print(float(history[0][0, 0]))
