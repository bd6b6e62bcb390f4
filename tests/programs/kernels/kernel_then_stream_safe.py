"""A raw kernel fills an array on one stream, and the host waits before another stream reads it: right."""

import cupy as cp
import cupy.cuda

filling = cp.cuda.Stream()
reading = cp.cuda.Stream()

kernel = cp.RawKernel(
    r"""
extern "C" __global__
void twice(const float* source, float* target) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    target[i] = source[i] * 2.0f;
}
""",
    "twice",
)

source = cp.array([1, 2, 3, 4, 5], dtype=cp.float32)
target = cp.empty_like(source)

with filling:
    kernel((5,), (1,), (source, target))
    filling.synchronize()

with reading:
    result = target + 1
    reading.synchronize()

print(result)
