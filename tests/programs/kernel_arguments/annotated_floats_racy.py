"""Parameters that are Python numbers, as annotations and defaults say, given to a kernel that takes a float."""
import cupy as cp

scale = cp.RawKernel(
    r"""
extern "C" __global__ void scale(float* x, const float factor, const int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) x[i] *= factor;
}""",
    "scale",
)


def annotated(x, factor: float, n: int):
    scale((1,), (256,), (x, factor, n))  # expect: CUP309


def by_default(x, n, factor=0.5):
    scale((1,), (256,), (x, factor, n))  # expect: CUP309


def whole(x, factor: int, n: int):
    scale((1,), (256,), (x, factor + 1, n))  # expect: CUP309


class Scaled:
    def __init__(self, factor: float):
        self.factor = factor
        self.kernel = cp.RawKernel(
            'extern "C" __global__ void halve(float* x, float by) { x[threadIdx.x] *= by; }', "halve"
        )

    def apply(self, x):
        self.kernel((1,), (256,), (x, self.factor))  # expect: CUP309
