import cupy as cp
import numpy as np

step = cp.RawKernel(
    r"""
extern "C" __global__ void step(unsigned long long* tries) { ++*tries; }
""",
    "step",
)
tries = cp.zeros(100, dtype=cp.uint64)
cp.cuda.Device().synchronize()

step((1,), (1,), (tries.data,))
step((1,), (1,), (tries.data.ptr,))
step((1,), (1,), (np.intp(tries.data.ptr),))
