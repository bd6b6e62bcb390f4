import cupy as cp
import numpy as np

x = cp.ones(1 << 20)
weigh = cp.RawKernel(
    r"""
extern "C" __global__ void weigh(double* x, float weight) { x[threadIdx.x] *= weight; }
""",
    "weigh",
)
cp.cuda.Device().synchronize()

weigh((1,), (32,), (x, np.float64(0.5)))  # expect: CUP309
