import cupy as cp
from queue import copier, worker
with copier:
    x = cp.ones(9)
with worker:
    y = x + 1
