import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
q = 0
for k in range(9):
    if k % 3 == 0:
        with s:
            x.fill(1)
        e = s.record()
        pass
    elif k % 3 == 1:
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        pass
    else:
        e.synchronize()
        pass
