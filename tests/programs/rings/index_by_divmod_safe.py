import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
bf = [cp.empty(1 << 20) for _ in range(3)]
for i in range(9):
    q, k = divmod(i, 3)
    with st[k]:
        bf[k][...] = x
