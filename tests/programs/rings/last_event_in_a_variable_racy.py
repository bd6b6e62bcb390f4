import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
for i, s in enumerate(st):
    with s:
        r = x * i
with st[i - 1]:
    z = r + 1  # expect: CUP101
