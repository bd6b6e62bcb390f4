import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

prev = None
for i in range(6):
    with s1:
        cur = x * i
    if prev is not None:
        with s2:
            z = prev + 1  # expect: CUP101
    prev = cur
