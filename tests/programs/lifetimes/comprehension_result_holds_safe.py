import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def use(v):
    s2.wait_event(s1.record())
    with s2:
        v.sum()
    return v


with s1:
    made = [x * 2]
kept = [use(v) for v in made]
made = None
with s1:
    b = x * 3
