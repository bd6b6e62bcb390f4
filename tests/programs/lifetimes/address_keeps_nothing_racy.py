import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    a = x * 2
c = a.data.ptr
s2.wait_event(s1.record())
with s2:
    z = a.sum()
del a
with s1:
    b = x * 3  # expect: CUP104
