import cupy as cp
import numpy as np

twice = cp.RawKernel(
    r"""
extern "C" __global__ void twice(const float* x, float* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] + x[i];
}
""",
    "twice",
)
grid = cp.ones((512, 64), dtype=cp.float32)
other = cp.ones((64, 512), dtype=cp.float32)
out = cp.empty(1 << 15, dtype=cp.float32)

twice((1,), (64,), (grid.T.copy().T.T, other, grid.size))
