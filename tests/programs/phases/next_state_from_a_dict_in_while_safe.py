import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
state = 0
NEXT = {0: 1, 1: 2, 2: 0}
while True:
    if state == 0:
        with s:
            x += 1
        e = s.record()
    elif state == 1:
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
    else:
        e.synchronize()
    state = NEXT[state]
