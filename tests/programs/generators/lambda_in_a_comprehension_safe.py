import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
fs = [(lambda s=s: s) for s in st]
with fs[0]():
    w = x * 2
with st[0]:
    z = w + 1
