import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

c = x.toDlpack()
z = cp.fromDlpack(c)
w = cp.fromDlpack(c)  # expect: CUP208
