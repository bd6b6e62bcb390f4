import sys

import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

c = x.toDlpack()
if "a" in sys.argv:
    z = cp.fromDlpack(c)
else:
    z = cp.fromDlpack(c) + 1
