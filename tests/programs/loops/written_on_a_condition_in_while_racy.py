import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

w = cp.empty(1 << 20)
i = 0
while i < n:
    if foo(i):
        with s1:
            w[...] = x  # expect: CUP102
    with s2:
        z = w + 1  # expect: CUP101
    i += 1
