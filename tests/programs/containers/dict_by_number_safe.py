import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = {i: cp.cuda.Stream(non_blocking=True) for i in range(3)}
rs = {}
for i in range(9):
    with st[i % 3]:
        rs[i] = x * i
for i in range(9):
    with st[i % 3]:
        z = rs[i] + 1
