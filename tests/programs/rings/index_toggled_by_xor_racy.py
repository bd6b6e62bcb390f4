import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
b = cp.empty(1 << 20)
k = 0
for c in range(1000):
    with st[k]:
        b[...] = x  # expect: CUP102
    k ^= 1
