import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

first = True
w = cp.empty(1 << 20)
for i in range(20):
    if not first:
        with s2:
            z = w + 1  # expect: CUP101
    with s1:
        w[...] = x  # expect: CUP102
    first = False
