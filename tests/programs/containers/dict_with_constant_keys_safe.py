import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = {"load": s1, "work": s2}
bf = {"load": cp.empty(1 << 20), "work": cp.empty(1 << 20)}
for c in range(1000):
    for k in ("load", "work"):
        with st[k]:
            bf[k][...] = x
