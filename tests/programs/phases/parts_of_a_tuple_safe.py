import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
q = (0, 0)
for k in range(9):
    if q[0] == 0:
        with s:
            x.fill(1)
        e = s.record()
        q = (1, 0)
    elif q[1] == 0:
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        q = (1, 1)
    else:
        e.synchronize()
        q = (0, 0)
