"""Even rows on one stream and odd rows on another: a number tells the kernel which."""

import cupy as cp

scale = cp.RawKernel(
    r"""
extern "C" __global__ void scale(float* a, int w, int h, int parity, float by) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = 2 * blockIdx.y + parity;
    if (x < w && y < h) a[y * w + x] *= by;
}""",
    "scale",
)


def scale_rows(a, by):
    h, w = a.shape
    streams = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
    cp.cuda.Device().synchronize()
    for parity, stream in enumerate(streams):
        with stream:
            scale((w // 256 + 1, h), (256,), (a, cp.int32(w), cp.int32(h), cp.int32(parity), cp.float32(by)))  # maybe: CUP101
    for stream in streams:
        stream.synchronize()
