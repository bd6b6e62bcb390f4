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
flat = cp.ones(1024, dtype=cp.float32)
out = cp.empty(1 << 15, dtype=cp.float32)

some = flat[::2]
twice((1,), (64,), (some, out, some.size))  # expect: CUP313
