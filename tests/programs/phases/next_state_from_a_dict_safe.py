import cupy as cp

N = {"a": "b", "b": "c", "c": "a"}
s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
q = "a"
for k in range(9):
    if q == "a":
        with s:
            x.fill(1)
        e = s.record()
        q = N[q]
    elif q == "b":
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        q = N[q]
    else:
        e.synchronize()
        q = N[q]
