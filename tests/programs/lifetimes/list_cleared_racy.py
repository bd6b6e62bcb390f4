import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

keep = []
with s1:
    keep.append(x * 2)
s2.wait_event(s1.record())
with s2:
    z = keep[0].sum()
keep.clear()
with s1:
    b = x * 3  # expect: CUP104
