import cupy as cp

scale = cp.RawKernel(
    r'''
#define FACTOR (partial[0] + 1)
extern "C" __global__ void scale(float* x, int* partial) { x[threadIdx.x] *= FACTOR; }
''',
    "scale",
)
x = cp.ones(256, dtype=cp.float32)
partial = cp.ones(2, dtype=cp.float32)
scale((1,), (256,), (x, partial))  # expect: CUP314
