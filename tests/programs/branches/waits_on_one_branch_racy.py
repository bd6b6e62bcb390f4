import sys
import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
debug = "--debug" in sys.argv
with s:
    y = x * 2
if debug:
    s.synchronize()
print("made")
z = y + 1  # expect: CUP103
cp.cuda.Device().synchronize()
