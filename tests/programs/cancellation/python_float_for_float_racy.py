import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
weigh = cp.RawKernel(
    r"""
extern "C" __global__ void weigh(double* x, float weight) { x[threadIdx.x] *= weight; }
""",
    "weigh",
)
cp.cuda.Device().synchronize()

weigh((1,), (1,), (x, 0.5), stream=s1)  # expect: CUP309
