import sys

import cupy as cp
import numpy as np

z = cp.ones(9) if "gpu" in sys.argv else np.ones(9)
if "cpu" in sys.argv:
    print(np.asarray(z))
