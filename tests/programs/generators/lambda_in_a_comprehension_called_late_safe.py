import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
fs = [lambda: s for s in st]
with fs[0]():
    w = x * 2
with st[2]:
    z = w + 1  # maybe: CUP101
