"""A helper turns what it is given into what kernels take, each argument by its kind."""

import cupy as cp
import numpy as np

saxpy = cp.RawKernel(
    r"""
extern "C" __global__ void saxpy(int n, float a, const float* x, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}""",
    "saxpy",
)
add = cp.RawKernel(
    r"""
extern "C" __global__ void add(const float* a, const float* b, float* out, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) out[i] = a[i] + b[i];
}""",
    "add",
)


def as_argument(value):
    if isinstance(value, cp.ndarray):
        return cp.ascontiguousarray(value, dtype=cp.float32)
    return np.int32(value)


def with_floats(kernel, grid, block, args):
    args = tuple(a if isinstance(a, (cp.ndarray, np.generic)) else np.float32(a) for a in args)
    kernel(grid, block, args)


def with_ints(kernel, grid, block, args):
    packed = tuple(as_argument(a) for a in args)
    kernel(grid, block, packed)


x, y = cp.ones(1 << 14, dtype="f"), cp.zeros(1 << 14, dtype="f")
with_floats(saxpy, (64,), (256,), (np.int32(1 << 14), 2.0, x, y))
with_ints(add, (128,), (128,), (x, y, y, y.size))


def as_number(value):
    if isinstance(value, float):
        return np.float32(value)
    if isinstance(value, int):
        return np.int32(value)
    return value


def as_float(value):
    return value if hasattr(value, "dtype") else np.float32(value)


saxpy((64,), (256,), (as_number(y.size), as_number(float(y.sum())), x, y))
saxpy((64,), (256,), (np.int32(1 << 14), as_float(2.0), x, y))
