import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
rs = []
for s in reversed(st):
    with s:
        rs.append(x * 2)
for s, r in zip(st, rs):
    with s:
        z = r + 1  # expect: CUP101
