import cupy as cp
import numpy as np
import pytest

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with pytest.raises(TypeError):
    np.asarray(x)
