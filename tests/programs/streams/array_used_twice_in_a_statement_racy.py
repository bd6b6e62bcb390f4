import cupy as cp

worker = cp.cuda.Stream(non_blocking=True)
with worker:
    x = cp.ones(9)
y = x * x  # expect: CUP103
