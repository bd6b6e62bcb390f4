"""Two arrays, or one of which each thread needs its own element alone, or two parts of one."""
import cupy as cp

SOURCE = r"""
extern "C" __global__ void blur(const float* u, float* v, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) v[i] = 0.5f * (u[i - 1] + u[i + 1]);
}
extern "C" __global__ void scale(const float* u, float* v, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = 2 * u[i];
}
"""
module = cp.RawModule(code=SOURCE)
blur, scale = module.get_function("blur"), module.get_function("scale")
jacobi = cp.ElementwiseKernel(
    "raw T u, T f, int32 n", "T out", "out = (i == 0 || i == n - 1) ? u[i] : 0.5 * (u[i - 1] + u[i + 1] + f)", "jacobi"
)
double = cp.ElementwiseKernel("raw T u", "T out", "out = 2 * u[i]", "double")


class Rod:
    def __init__(self, n):
        self.u = cp.zeros(n, dtype=cp.float32)
        self.v = cp.zeros(n, dtype=cp.float32)

    def relax(self, f, sweeps):
        for _ in range(sweeps):
            jacobi(self.u, f, self.u.size, self.v)
            self.u, self.v = self.v, self.u

    def doubled(self):
        double(self.u, self.u)
        scale((4,), (256,), (self.u, self.u, self.u.size))

    def from_a_copy(self):
        blur((4,), (256,), (self.u.copy(), self.u, self.u.size))

    def halves(self, n):
        blur((4,), (256,), (self.u[:512], self.u[512:], 512))
