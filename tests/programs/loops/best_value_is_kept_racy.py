import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

w = cp.empty(1 << 20)
best = 1e9
for i in range(50):
    with s1:
        w[...] = x  # expect: CUP102
    loss = measure(i)
    if loss < best:
        best = loss
    with s2:
        z = w + 1  # expect: CUP101
