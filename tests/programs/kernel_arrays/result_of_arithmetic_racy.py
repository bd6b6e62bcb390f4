import cupy as cp

twice = cp.RawKernel(
    r"""
extern "C" __global__ void twice(const float* x, float* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] + x[i];
}
""",
    "twice",
)
out = cp.empty(1 << 15, dtype=cp.float32)

h = cp.ones(64, dtype=cp.float32) * cp.ones(64)
twice((1,), (64,), (h, out, 64))  # expect: CUP314
