"""RawKernel writes its out pointer on one stream; read on another blocking stream."""

import cupy as cp

K = cp.RawKernel(
    r"""
extern "C" __global__ void twice(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 2 * x[i];
}""",
    "twice",
)


def launch(x, y, stream):
    n = x.size
    K(((n + 255) // 256,), (256,), (x, y, n), stream=stream)


def main():
    s1, s2 = cp.cuda.Stream(), cp.cuda.Stream()
    x = cp.ones(1000, dtype=cp.float32)
    y = cp.zeros_like(x)
    launch(x, y, s1)
    with s2:
        total = y.sum()  # expect: CUP101
    print(total)


main()
