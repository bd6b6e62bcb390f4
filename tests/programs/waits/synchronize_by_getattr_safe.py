import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
with s:
    y = x * 2
getattr(s, "synchronize")()
print(y.sum())
name = "s"
with globals()[name]:
    y += 1
with getattr(cp.cuda.Stream, "null"):
    w = cp.zeros(4)
globals()["s"].synchronize()
print(y.sum(), w)
