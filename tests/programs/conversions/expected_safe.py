import cupy as cp
import numpy as np
import pytest

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with pytest.raises(TypeError):
    np.asarray(x)
