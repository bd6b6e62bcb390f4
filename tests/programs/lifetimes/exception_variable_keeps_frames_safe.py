import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

saved = None


def fail():
    with s1:
        a = x * 2
    s2.wait_event(s1.record())
    with s2:
        z = a.sum()
    raise ValueError


try:
    fail()
except ValueError as error:
    saved = error
with s1:
    b = x * 3
print(saved)
