import cupy as cp

kernel = cp.RawKernel(
    r"""
extern "C" __global__ void add(const float* a, const float* b, float* out) {
    out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}
""",
    "add",
)
a = cp.random.rand(8, 8, dtype=cp.float32)
out = cp.empty(64, cp.float32)
kernel((1,), (64,), ((a * 2).data.ptr, a.data.ptr, out))
kernel((1,), (64,), (a.data.ptr, (a * 2).data.ptr, out))
kernel((a.size // 64,), (64,), ((a * 3).data.ptr, a.data.ptr + 4 * 2, out.data.ptr))
kernel((1,), (64,), ((a * 2).data.ptr, cp.ascontiguousarray(a).data.ptr, out))
