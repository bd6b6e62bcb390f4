import cupy as cp

step = cp.RawKernel(
    r"""
extern "C" __global__ void step(unsigned long long* tries) { ++*tries; }
""",
    "step",
)
tries = cp.zeros(100, dtype=cp.uint64)
cp.cuda.Device().synchronize()


class Kernel:
    def __init__(self, inner):
        self.inner = inner

    def __call__(self, grid, block, args):
        self.inner(grid, block, args)


Kernel(step)((1,), (1,), (tries,))
