import cupy as cp
import numpy as np

x = cp.arange(10.0)
b = np.array([np.sum(x), np.sum(x * x)])  # expect: CUP207
print(b)
