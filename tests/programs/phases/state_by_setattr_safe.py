import cupy as cp


class C:
    pass


c = C()
c.q = 0
s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
pass
for k in range(9):
    if c.q == 0:
        with s:
            x.fill(1)
        e = s.record()
        setattr(c, "q", 1)
    elif getattr(c, "q") == 1:
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        setattr(c, "q", 2)
    else:
        e.synchronize()
        c.q = 0
