import cupy as cp

E, L, D = range(3)
s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
state = E
for _ in range(9):
    if state == E:
        with s:
            x += 1
        e = s.record()
        state = L
    elif state == L:
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        state = D
    else:
        e.synchronize()
        state = E
