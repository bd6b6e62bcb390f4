import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

D = 3
st = [cp.cuda.Stream(non_blocking=True) for _ in range(D)]
bf = [cp.empty(1 << 20) for _ in range(D)]
for i in range(9):
    with st[i % D]:
        bf[i % D][...] = x * i
