import sys

import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

z = cp.ones(9) if "gpu" in sys.argv else np.ones(9)
if "cpu" in sys.argv:
    print(np.asarray(z))
