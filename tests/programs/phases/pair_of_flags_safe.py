import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
state = (False, False)
for _ in range(9):
    if state == (False, False):
        with s:
            x += 1
        e = s.record()
        state = (True, False)
    elif state == (True, False):
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        state = (True, True)
    else:
        e.synchronize()
        state = (False, False)
