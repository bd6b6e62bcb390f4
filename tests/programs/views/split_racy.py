import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
with s1:
    w = x * 2
for s, p in zip(st, cp.split(w, 4)):
    with s:
        z = p + 1  # expect: CUP101
