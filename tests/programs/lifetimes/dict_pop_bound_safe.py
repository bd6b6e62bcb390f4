import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

cache = {}
with s1:
    cache["a"] = x * 2
s2.wait_event(s1.record())
with s2:
    z = cache["a"].sum()
a = cache.pop("a")
with s1:
    b = x * 3
