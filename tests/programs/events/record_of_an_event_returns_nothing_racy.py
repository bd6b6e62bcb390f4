import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)

e = cp.cuda.Event().record(s1)  # expect: CUP106
