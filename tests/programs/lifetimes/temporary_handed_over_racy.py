import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def double():
    with s1:
        return x * 2


def total(a):
    s2.wait_event(s1.record())
    with s2:
        return a.sum()


z = total(double())
with s1:
    b = x * 3  # expect: CUP104
