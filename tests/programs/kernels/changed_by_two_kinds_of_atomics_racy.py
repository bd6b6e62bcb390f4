"""Kernels on two streams change one array by atomic functions of two kinds, whose order matters."""

import cupy as cp

module = cp.RawModule(
    code=r"""
    extern "C" __global__ void count(const int* x, int* bins, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) atomicAdd(&bins[x[i]], 1);
    }
    extern "C" __global__ void discount(const int* x, int* bins, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) atomicSub(bins + x[i], 1);
    }
    extern "C" __global__ void reach(const int* x, int* bins, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) atomicMax(&bins[x[i]], i);
    }
    extern "C" __global__ void halve(int* bins) {
        bins[threadIdx.x] /= 2;
    }
    """
)
count, discount, reach, halve = (module.get_function(name) for name in ("count", "discount", "reach", "halve"))
first, second = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
x, y = cp.zeros(100, cp.int32), cp.ones(100, cp.int32)
bins = cp.zeros(256, cp.int32)
cp.cuda.Device().synchronize()
with first:
    count((1,), (128,), (x, bins, 100))
with second:
    reach((1,), (128,), (y, bins, 100))  # expect: CUP101
first.synchronize()
second.synchronize()
print(int(bins.sum()))
