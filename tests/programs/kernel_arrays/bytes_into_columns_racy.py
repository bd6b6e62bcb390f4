import cupy as cp
import numpy as np

bits = cp.RawKernel(
    r"""
extern "C" __global__ void bits(const int* x, float* y) { y[threadIdx.x] = __int_as_float(x[threadIdx.x]); }
""",
    "bits",
)
grid = cp.ones((512, 64), dtype=cp.float32)
out = cp.empty(1 << 15, dtype=cp.float32)

left = grid[:, :8]
left.data.copy_from_device(out.data, left.nbytes)  # expect: CUP313
