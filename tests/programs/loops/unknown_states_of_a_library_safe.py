import cupy as cp
import foo

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = foo.start()
for i in range(12):
    if foo.isload(st):
        with s1:
            w = x * 2  # maybe: CUP104
    elif foo.iswait(st):
        s2.wait_event(s1.record())
    elif foo.isuse(st):
        with s2:
            z = w + 1  # maybe: CUP101
    st = foo.next(st)
