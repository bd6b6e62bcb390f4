import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
state = None
for _ in range(9):
    if state is None:
        with s:
            x += 1
        e = s.record()
        state = True
    elif state is True:
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        state = False
    else:
        e.synchronize()
        state = None
