import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def produce():
    for i in range(5):
        with s1:
            r = x * i  # expect: CUP104
        s2.wait_event(s1.record())
        yield r


for a in produce():
    with s2:
        z = a.sum()
