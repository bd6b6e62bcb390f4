import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def work(a):
    with s2:
        z = a.sum()
    a = None
    with s1:
        b = x * 4


def make():
    with s1:
        r = x * 2
    s2.wait_event(s1.record())
    return r


work(make())
