import cupy as cp

step = cp.RawKernel(
    r"""
extern "C" __global__ void step(unsigned long long* tries) { ++*tries; }
""",
    "step",
)
tries = cp.zeros(100, dtype=cp.uint64)
cp.cuda.Device().synchronize()


def launch(kernel, grid, block, args):
    kernel(grid, block, args)


launch(step, grid=(1,), block=(1,), args=(tries,))
