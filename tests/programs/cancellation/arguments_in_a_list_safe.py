import cupy as cp

x = cp.ones(1 << 20)
count = cp.RawKernel(
    r"""
extern "C" __global__ void count(double* x, int n) { if (threadIdx.x < n) x[threadIdx.x] += 1; }
""",
    "count",
)
cp.cuda.Device().synchronize()

count((1,), (32,), [x, 5])
