import cupy as cp
from steps import load
worker = cp.cuda.Stream(non_blocking=True)
x = load()
with worker:
    y = x + 1  # expect: CUP101
