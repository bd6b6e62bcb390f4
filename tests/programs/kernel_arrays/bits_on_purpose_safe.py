import cupy as cp

bits = cp.RawKernel(
    r"""
extern "C" __global__ void bits(const int* x, float* y) { y[threadIdx.x] = __int_as_float(x[threadIdx.x]); }
""",
    "bits",
)
out = cp.empty(1 << 15, dtype=cp.float32)

bits((1,), (64,), (cp.ones(64, dtype=cp.float32), out))
