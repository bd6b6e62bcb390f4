import cupy as cp

q = 0


def step():
    global q
    q = (q + 1) % 3


s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
pass
for k in range(9):
    if q == 0:
        with s:
            x.fill(1)
        e = s.record()
        step()
    elif q == 1:
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        step()
    else:
        e.synchronize()
        step()
