import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [[cp.cuda.Stream(non_blocking=True) for j in range(2)] for i in range(2)]
flat = [s for row in st for s in row]
rs = [[(lambda v: v)(s) for s in row] for row in st]
with rs[1][0]:
    w = x * 2
with flat[2]:
    z = w + 1
