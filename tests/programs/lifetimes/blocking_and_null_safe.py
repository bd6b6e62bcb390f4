import cupy as cp

work = cp.cuda.Stream()
for i in range(5):
    a = cp.full(1000, i)
    with work:
        z = a.sum()
