import sys

import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

c = x.toDlpack()
if "a" in sys.argv:
    z = cp.fromDlpack(c)
else:
    z = cp.fromDlpack(c) + 1
