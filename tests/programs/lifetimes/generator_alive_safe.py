import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def produce():
    for i in range(3):
        with s1:
            r = x * i
        s2.wait_event(s1.record())
        yield r


keep = []
for a in produce():
    keep.append(a)
    with s2:
        z = a.sum()
