import cupy as cp

a = cp.cuda.Stream()
b = cp.cuda.Stream()
x = cp.zeros(1 << 20)

with a:
    x += 1
counter = cp.zeros(4)
with b:
    x *= 3
print(counter)
with a:
    y = x - 1
e = cp.cuda.Event()
e.record()
with b:
    x[...] = y
print(x.sum())
