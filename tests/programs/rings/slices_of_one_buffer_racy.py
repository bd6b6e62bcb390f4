import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
rs = []
for s in st:
    with s:
        rs.append(x * 2)
for s in st[::2]:
    s.synchronize()
with s1:
    a = rs[2] + 1
    b = rs[1] + 1  # expect: CUP101
