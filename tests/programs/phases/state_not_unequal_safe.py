import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
state = 0
for _ in range(9):
    if not state != 0:
        with s:
            x += 1
        e = s.record()
        state = 1
    elif not (state != 1):
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        state = 2
    else:
        e.synchronize()
        state = 0
