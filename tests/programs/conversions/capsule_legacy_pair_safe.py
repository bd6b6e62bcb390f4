import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

z = cp.fromDlpack(x.toDlpack())
