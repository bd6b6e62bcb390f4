import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)

for i in range(1, 6):
    with s1:
        a = cp.ones(1000 * i)
    s2.wait_event(s1.record())
    with s2:
        z = a.sum()
