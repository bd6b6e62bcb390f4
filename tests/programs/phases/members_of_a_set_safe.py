import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
d = set()
for k in range(9):
    if "a" not in d:
        with s:
            x.fill(1)
        e = s.record()
        d.add("a")
    elif "b" not in d:
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        d.add("b")
    else:
        e.synchronize()
        d.clear()
