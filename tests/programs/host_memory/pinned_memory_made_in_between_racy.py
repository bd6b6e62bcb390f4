import cupy as cp
import cupyx
import numpy as np

s = cp.cuda.Stream(non_blocking=True)
x, y = cp.empty(4096), cp.empty(4096)
cp.cuda.Device().synchronize()


def upload(values, out):
    staged = cupyx.empty_like_pinned(values)
    staged[...] = values  # expect: CUP203
    out.set(staged, stream=s)


def describe(values):
    shape = cupyx.empty_pinned(values.ndim, dtype=np.int64)
    shape[...] = values.shape
    return shape


def upload_both(values):
    upload(values, x)
    shape = describe(values)
    upload(values, y)
    s.synchronize()
    return shape


upload_both(np.load("values.npy"))
