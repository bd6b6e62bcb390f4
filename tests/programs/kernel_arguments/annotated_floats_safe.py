"""The same parameters, converted; or not known, since the function asks; or read as what they are."""
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
wide = cp.RawKernel('extern "C" __global__ void wide(double* x, double by, int n) { if (n) x[0] *= by; }', "wide")


def annotated(x, factor: float, n: int):
    scale((1,), (256,), (x, np.float32(factor), np.int32(n)))


def asked(x, factor: float, n: int):
    if isinstance(factor, float):
        factor = np.float32(factor)
    scale((1,), (256,), (x, factor, n))


def read_as_double(x, factor: float, n: int):
    wide((1,), (1,), (x, factor, n))


def whole(x, factor: float, n: int):
    scale((1,), (256,), (x, np.float32(factor), np.int32(factor)))


class Scaled:
    def __init__(self, factor: float):
        self.factor = np.float32(factor)
        self.kernel = cp.RawKernel(
            'extern "C" __global__ void halve(float* x, float by) { x[threadIdx.x] *= by; }', "halve"
        )

    def apply(self, x):
        self.kernel((1,), (256,), (x, self.factor))
