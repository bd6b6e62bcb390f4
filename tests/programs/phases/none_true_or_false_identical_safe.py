import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
q = None
for k in range(9):
    if q is None:
        with s:
            x.fill(1)
        e = s.record()
        q = True
    elif q is True:
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        q = False
    else:
        e.synchronize()
        q = None
