import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

prev = None
for i in range(6):
    with s1:
        cur = x * i  # expect: CUP104
    e = s1.record()
    if prev is not None:
        s2.wait_event(pe)
        with s2:
            z = prev + 1
    prev, pe = cur, e
