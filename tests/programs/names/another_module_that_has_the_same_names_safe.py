import mycupy as cp
a, b = cp.cuda.Stream(), cp.cuda.Stream()
with a:
    x = cp.ones(9)
with b:
    y = x + 1
