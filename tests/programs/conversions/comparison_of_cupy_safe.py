import cupy as cp
import numpy as np

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

cp.testing.assert_allclose(x, np.ones(1 << 20))
