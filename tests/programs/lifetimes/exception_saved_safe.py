import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

saved = []


def fails():
    with s1:
        r = x * 2
    s2.wait_event(s1.record())
    with s2:
        z = r.sum()
    raise ValueError


try:
    fails()
except ValueError as error:
    saved.append(error)
with s1:
    b = x * 4
