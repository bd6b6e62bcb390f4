import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
it = iter(st)
a = next(it)
b = next(it)
with a:
    z = x * 2
with st[0]:
    w = z + 1
