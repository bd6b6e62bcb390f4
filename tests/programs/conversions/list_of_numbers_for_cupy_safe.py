import cupy as cp

h = cp.array([0, float(cp.cos(0))])
