import cupy as cp

module = cp.RawModule(
    code=r"""
extern "C" {
__global__ void twice(const float* x, float* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] + x[i];
}
__global__ void pick(const int* x, float* y) { y[threadIdx.x] = x[threadIdx.x]; }
}
"""
)
twice, pick = (module.get_function(name) for name in ("twice", "pick"))
out = cp.empty(1 << 15, dtype=cp.float32)

twice((1,), (64,), (cp.ones(64, dtype=cp.float32), out, 64))
pick((1,), (64,), (cp.arange(64, dtype="i4"), out))
