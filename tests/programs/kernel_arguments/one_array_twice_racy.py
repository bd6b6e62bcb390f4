"""One array for what a kernel reads, with its neighbours, and for what it writes."""
import cupy as cp

SOURCE = r"""
extern "C" __global__ void blur(const float* u, float* v, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) v[i] = 0.5f * (u[i - 1] + u[i + 1]);
}
extern "C" __global__ void ratio(const float* all, float* part, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) part[i] /= all[0];
}
"""
module = cp.RawModule(code=SOURCE)
blur, ratio = module.get_function("blur"), module.get_function("ratio")
jacobi = cp.ElementwiseKernel(
    "raw T u, T f, int32 n", "T out", "out = (i == 0 || i == n - 1) ? u[i] : 0.5 * (u[i - 1] + u[i + 1] + f)", "jacobi"
)


class Rod:
    def __init__(self, n):
        self.u = cp.zeros(n, dtype=cp.float32)

    def relax(self, f, sweeps):
        for _ in range(sweeps):
            jacobi(self.u, f, self.u.size, self.u)  # expect: CUP319

    def blurred(self):
        blur((4,), (256,), (self.u, self.u, self.u.size))  # expect: CUP319


u = cp.ones(1024, dtype=cp.float32)
v = u
ratio((4,), (256,), (u, v, 1024))  # expect: CUP319
