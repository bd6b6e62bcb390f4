"""The same numbers as NumPy's of the right width, and numbers of which nothing is known."""
import math

import cupy as cp
import numpy as np

scale = cp.RawKernel(
    r"""
extern "C" __global__ void scale(float* x, const float factor, const int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) x[i] *= factor;
}""",
    "scale",
)


def converted(x, factor, n):
    scale((n // 256 + 1,), (256,), (x, np.float32(factor), np.int32(n)))


def of_math(x, n):
    scale((1,), (256,), (x, cp.float32(math.sqrt(n)), int(n)))


def of_an_array(x, n):
    total = np.float32(float(cp.sum(x)))
    scale((1,), (256,), (x, total, len(x)))


def not_known(x, settings, n):
    scale((1,), (256,), (x, settings.factor * 2, n))


def perhaps_of_numpy(x, factor, n):
    scale((1,), (256,), (x, factor, n))


def converted_in_each_branch(x, quick, n):
    factor = np.float32(0.5)
    if quick:
        factor = np.float32(1.5)
    scale((1,), (256,), (x, factor, n))


def not_known_in_one_branch(x, quick, factor, n):
    if quick:
        factor = 0.5 * np.float32(2)
    scale((1,), (256,), (x, factor, n))
