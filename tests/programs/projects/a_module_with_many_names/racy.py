import cupy as cp
from settings import copier, worker
with copier:
    x = cp.ones(9)
with worker:
    y = x + 1  # expect: CUP101
