import cupy as cp


class C:
    q = 0

    @property
    def empty(self):
        return self.q == 0

    @property
    def loaded(self):
        return self.q == 1


c = C()
s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
pass
for k in range(9):
    if c.empty:
        with s:
            x.fill(1)
        e = s.record()
        c.q = 1
    elif c.loaded:
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        c.q = 2
    else:
        e.synchronize()
        c.q = 0
