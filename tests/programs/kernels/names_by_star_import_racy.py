from cupy import *
from cupy.cuda import *

k = RawKernel(
    r"""
extern "C" __global__ void inc(float* x, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) x[i] += 1.0f;
}
""",
    "inc",
)
s = Stream(non_blocking=True)
t = Stream(non_blocking=True)
a = ones(1 << 20, dtype=float32)
Device().synchronize()
k((4096,), (256,), (a, int32(a.size)), stream=s)
k((4096,), (256,), (a, int32(a.size)), stream=t)  # expect: CUP101
Device().synchronize()
print(a.sum())
