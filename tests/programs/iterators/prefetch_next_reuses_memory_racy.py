import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def load(i):
    with s1:
        r = x * i  # expect: CUP104
    s2.wait_event(s1.record())
    return r


it = iter(range(8))
cur = load(next(it))
for i in it:
    with s2:
        z = cur + 1
    cur = load(i)
