import cupy as cp
import cupyx
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
count = cp.RawKernel(
    r"""
extern "C" __global__ void count(double* x, int n) { if (threadIdx.x < n) x[threadIdx.x] += 1; }
""",
    "count",
)
flag = cupyx.zeros_pinned(1, dtype=np.int32)
cp.cuda.Device().synchronize()

count((1,), 256, (x, 5))  # expect: CUP309
