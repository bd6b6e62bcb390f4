import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
rs = []
it = iter(st)
first = next(it)
for s in it:
    with s:
        rs.append(x * 2)
with st[0]:
    w = rs[0] + 1  # expect: CUP101
