"""What a kernel takes by value, and what functions of other libraries take in lists, is no array of the device."""

import cupy as cp
import numpy as np

scale_ = cp.RawKernel(
    'extern "C" __global__ void scale_(float* y, float by) { y[threadIdx.x] *= by; }', "scale_"
)
side = cp.cuda.Stream(non_blocking=True)


def scaled(y: cp.ndarray, by):
    assert by.dtype == np.float32
    scale_((1,), (32,), (y, by))
    return y


def interpolated(x, q):
    with side:
        table = cp.asarray(x) * x.size
    side.synchronize()
    return table, np.interp([q], [0.0, 1.0], [x, q])


def marked(d, n):
    known = d.copy()
    with side:
        d["mask"] = cp.zeros(n)
    side.synchronize()
    return known
