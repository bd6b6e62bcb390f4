import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
with s1:
    w = x * 2
e = s1.record()
for s, p in zip(st, cp.split(w, 4)):
    s.wait_event(e)
    with s:
        p += 1
