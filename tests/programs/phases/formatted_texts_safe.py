import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
q = "s0"
for k in range(9):
    if q == f"s{0}":
        with s:
            x.fill(1)
        e = s.record()
        q = f"s{1}"
    elif q == "s1":
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        q = "s%d" % 2
    else:
        e.synchronize()
        q = "s" + "0"
