import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

z = cp.from_dlpack(x.toDlpack())  # expect: CUP208
