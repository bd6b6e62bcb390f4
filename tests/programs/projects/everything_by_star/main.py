import cupy as cp
from more import *
with copier:
    x = cp.ones(9)
with worker:
    y = x + 1  # expect: CUP101
