import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
bf = [cp.empty(1 << 20) for _ in range(3)]
for i, (s, b) in enumerate(zip(st, bf)):
    with s:
        b[...] = x * i
for s, b in zip(st, bf):
    with s:
        c = b + 1
