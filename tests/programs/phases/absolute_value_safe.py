import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
q = -1
for k in range(9):
    if abs(q) == 1:
        with s:
            x.fill(1)
        e = s.record()
        q = 2
    elif abs(q) == 2:
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        q = 3
    else:
        e.synchronize()
        q = -1
