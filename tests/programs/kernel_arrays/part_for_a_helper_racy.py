"""Part of an array is given to a function that launches a kernel, which sees an address alone."""
import cupy as cp

double = cp.RawKernel(
    """extern "C" __global__ void twice(const float* x, float* y, int n)
    { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = 2 * x[i]; }""",
    "twice",
)


def doubled(image):
    out = cp.empty(image.shape, dtype=cp.float32)
    double((4,), (256,), (image, out, image.size))  # expect: CUP313
    return out


def main():
    frame = cp.ones((100, 100), dtype=cp.float32)
    return doubled(frame[:, 10:20])
