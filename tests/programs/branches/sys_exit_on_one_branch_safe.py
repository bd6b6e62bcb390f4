import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import sys

with s:
    y = x * 2
mode = sys.argv[1]
if mode == "stream":
    s.synchronize()
elif mode == "device":
    cp.cuda.Device().synchronize()
else:
    sys.exit("unknown mode")
print(y.sum())
