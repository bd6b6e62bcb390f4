import cupy as cp

h = cp.array([0, cp.cos(0)])  # expect: CUP207
