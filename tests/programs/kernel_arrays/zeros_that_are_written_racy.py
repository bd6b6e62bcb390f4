import cupy as cp
import numpy as np

pick = cp.RawKernel(
    r"""
extern "C" __global__ void pick(const int* x, float* y) { y[threadIdx.x] = x[threadIdx.x]; }
""",
    "pick",
)
out = cp.empty(1 << 15, dtype=cp.float32)

pick((1,), (64,), (cp.arange(64, dtype=cp.int32), cp.zeros(64)))  # expect: CUP314
