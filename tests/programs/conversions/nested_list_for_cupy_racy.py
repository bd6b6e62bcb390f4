import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

h = cp.asarray([[x.sum(), 0], [0, 1]])  # expect: CUP207
