import cupy as cp
import cupyx
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
count = cp.RawKernel(
    r"""
extern "C" __global__ void count(double* x, int n) { if (threadIdx.x < n) x[threadIdx.x] += 1; }
""",
    "count",
)
flag = cupyx.zeros_pinned(1, dtype=np.int32)
cp.cuda.Device().synchronize()


def blocks(n):
    return ((n + 255) // 256,)


count(blocks(1000), (256,), (x, 4), stream=s1)
