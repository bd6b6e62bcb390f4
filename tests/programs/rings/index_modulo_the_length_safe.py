import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(5)]
bf = [cp.empty(1 << 20) for _ in st]
for i in range(90):
    with st[i % len(st)]:
        bf[i % len(bf)][...] = x * i
