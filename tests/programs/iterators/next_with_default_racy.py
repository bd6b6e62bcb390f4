import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
it = iter(st)
while (s := next(it, None)) is not None:
    with s:
        z = x * 2
with st[0]:
    w = z + 1  # expect: CUP101
