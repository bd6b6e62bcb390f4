"""What is converted has the type that is asked for, whatever it was."""
import cupy as cp

double = cp.RawKernel(
    'extern "C" __global__ void twice(float* x, int n) { if (threadIdx.x < n) x[threadIdx.x] *= 2; }', "twice"
)


def converted(x, n):
    x = cp.asarray(x, dtype=cp.float64)
    double((1,), (32,), (x, n))  # expect: CUP314


def cast(x: cp.ndarray, n):
    wide = x.astype("float64")
    double((1,), (32,), (wide, n))  # expect: CUP314
