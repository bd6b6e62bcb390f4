import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
for a, b in zip(*[iter(st)] * 2):
    with a:
        z = x * 2
    with b:
        w = z + 1  # expect: CUP101
