import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
with s:
    y = cp.linspace(0, 1, 1 << 20)
cp.cuda.Stream.null.synchronize()
print(f"max {y.max()}")  # expect: CUP103
if y[0] > 0:  # expect: CUP103
    print("positive")
cp.cuda.Device().synchronize()
