import cupy as cp

pick = cp.RawKernel(
    r"""
extern "C" __global__ void pick(const int* x, float* y) { y[threadIdx.x] = x[threadIdx.x]; }
""",
    "pick",
)

pick((1,), (64,), (cp.arange(64, dtype=cp.int32), cp.zeros(64)))  # expect: CUP314
