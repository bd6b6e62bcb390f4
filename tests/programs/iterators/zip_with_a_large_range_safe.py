import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(12)]
rs = []
for i, s in zip(range(1000), st):
    with s:
        rs.append(x * 2)
for s in st:
    s.synchronize()
for i in range(12):
    with s1:
        z = rs[i] + 1
