import cupy as cp

step = cp.RawKernel(
    r"""
extern "C" __global__ void step(unsigned long long* tries) { ++*tries; }
""",
    "step",
)
tries = cp.zeros(100, dtype=cp.uint64)
cp.cuda.Device().synchronize()

step([1], (1,), (tries,))  # expect: CUP309
