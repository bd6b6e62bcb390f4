import cupy as cp

scale = cp.RawKernel('extern "C" __global__ void scale(float* x) { x[threadIdx.x] *= 2; }', "scale")
grid = None
scale(grid, (256,), (cp.ones(256, dtype=cp.float32),))  # expect: CUP309
