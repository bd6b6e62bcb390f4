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
kernel((1,), (64,), ((a * 2).data.ptr, (a + 1).data.ptr, out))  # expect: CUP315
kernel((1,), (64,), (cp.ascontiguousarray(a.T).data.ptr, cp.ascontiguousarray(out.T).data.ptr, out))  # expect: CUP315
kernel((1,), (64,), ((a * 3).data.ptr, a.astype(cp.float32), out))  # expect: CUP315
kernel((1,), (64,), ((a * 4).data.ptr, cp.zeros(64, cp.float32), out))  # expect: CUP315
