import cupy as cp

apart = cp.RawKernel(
    r"""
extern "C" __global__ void apart(const float* x, float* y, int n, int step) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i * step];
}
""",
    "apart",
)
grid = cp.ones((512, 64), dtype=cp.float32)
flat = cp.ones(1024, dtype=cp.float32)
out = cp.empty(1 << 15, dtype=cp.float32)

left = grid[:, :8]
apart((1,), (64,), (left, out, 512, 64))
apart((1,), (64,), (left, out, 512, grid.shape[1]))
apart((1,), (64,), (left, out, 512, left.strides[0] // 4))
apart((1,), (64,), (flat[::2], out, 512, 2))
