import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

slots = [None, None]
for i in range(6):
    with s1:
        slots[i % 2] = x * i  # expect: CUP104
    s2.wait_event(s1.record())
    with s2:
        z = slots[i % 2].sum()
