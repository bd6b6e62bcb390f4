import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

kept = []
for i in range(2):
    with s1:
        b = x * 2  # expect: CUP104
    b = None
    with s1:
        c = cp.zeros(1 << 21)
    with s1:
        c = cp.full(1 << 20, 7.0)  # expect: CUP104
    s1.synchronize()
    with s2:
        kept.append(c * 2)
    del c
    with s1:
        b = x * 2 + x * 3  # expect: CUP104
