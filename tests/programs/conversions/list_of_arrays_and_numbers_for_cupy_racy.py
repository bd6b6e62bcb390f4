import cupy as cp

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

h = cp.array([0, cp.cos(0)])  # expect: CUP207
