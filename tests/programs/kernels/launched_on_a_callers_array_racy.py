"""What a kernel is given, and is asked for its size, is an array of the device."""

import cupy as cp

add_row = cp.RawKernel(
    r"""
extern "C" __global__
void add_row(const float* row, float* image, const int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) image[i] += row[i];
}
""",
    "add_row",
)


def smear(rows, image):
    side = cp.cuda.Stream(non_blocking=True)
    image.fill(0)
    with side:
        for row in cp.asarray(rows, dtype=cp.float32):
            given = (row, image, cp.int32(image.size))
            add_row((image.size // 256,), (256,), given)  # expect: CUP101
    side.synchronize()
    return image
