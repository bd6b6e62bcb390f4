import cupy as cp
import cupyx
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
weigh = cp.RawKernel(
    r"""
extern "C" __global__ void weigh(double* x, float weight) { x[threadIdx.x] *= weight; }
""",
    "weigh",
)
flag = cupyx.zeros_pinned(1, dtype=np.int32)
cp.cuda.Device().synchronize()

weigh((1,), (1,), (x, np.float32(0.5)), stream=s1)
