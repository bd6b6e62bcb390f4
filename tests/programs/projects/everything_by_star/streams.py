import cupy as cp
copier = cp.cuda.Stream(non_blocking=True)
worker = cp.cuda.Stream(non_blocking=True)
