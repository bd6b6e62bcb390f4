import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
d = set()
for k in range(9):
    if not d:
        with s:
            x.fill(1)
        e = s.record()
        d.add(1)
    elif len(d) == 1:
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        d.add(2)
    else:
        e.synchronize()
        d = set()
