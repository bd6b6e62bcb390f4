import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    out = cp.empty_like(x)
    cp.multiply(x, 2, out=out)
s2.wait_event(s1.record())
with s2:
    out2 = cp.multiply(out, 2, out=out)
del out, out2
with s1:
    b = x * 3  # expect: CUP104
