"""Numbers that Python works out are Python's, whatever they are: a double where the kernel takes a float."""
import math

import cupy as cp

scale = cp.RawKernel(
    r"""
extern "C" __global__ void scale(float* x, const float factor, const int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) x[i] *= factor;
}""",
    "scale",
)


def converted(x, factor, n):
    scale((n // 256 + 1,), (256,), (x, float(factor), n))  # expect: CUP309


def of_math(x, n):
    scale((1,), (256,), (x, math.sqrt(n), n))  # expect: CUP309


def of_an_array(x, n):
    total = float(cp.sum(x))
    scale((1,), (256,), (x, total, n))  # expect: CUP309


def a_length(x, rows, n):
    scale((1,), (256,), (x, len(rows), n))  # expect: CUP309


def a_share(x, rows, n):
    scale((1,), (256,), (x, 1 / len(rows), n))  # expect: CUP309


def in_a_name(x, factor, n):
    arguments = (x, float(factor), n)
    scale((1,), (256,), arguments)  # expect: CUP309


def of_either_branch(x, quick, n):
    factor = 0.5
    if quick:
        factor = 1.5
    scale((1,), (256,), (x, factor, n))  # expect: CUP309


def of_either_value(x, quick, n):
    scale((1,), (256,), (x, 1.0 if quick else 2.0, n))  # expect: CUP309
