import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
rs = []
for s in st:
    with s:
        rs.append(x * 2)
for s in st[:-1]:
    s.synchronize()
st[-1].synchronize()
z = sum(rs)
