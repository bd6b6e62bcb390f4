import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
state = ""
for _ in range(9):
    if not state:
        with s:
            x += 1
        e = s.record()
        state = "a"
    elif state == "a":
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        state = "b"
    else:
        e.synchronize()
        state = ""
