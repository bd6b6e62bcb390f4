import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
d = [0]
for k in range(9):
    if d[0] == 0:
        with s:
            x.fill(1)
        e = s.record()
        d[0] += 1
    elif d[0] == 1:
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        d[0] += 1
    else:
        e.synchronize()
        d[0] = 0
