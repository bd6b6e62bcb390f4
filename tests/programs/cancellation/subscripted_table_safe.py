import cupy as cp
import cupyx
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
CODE = r"""
extern "C" {
__global__ void search(volatile int* stop, unsigned long long* tries) {
    while (*stop == 0 && *tries < 1000000000000ull) ++*tries;
}
__global__ void first(volatile int* stop, unsigned long long* tries) {
    if (blockIdx.x > 0) return;
    while (*stop == 0 && *tries < 1000000000000ull) ++*tries;
}
__global__ void step(unsigned long long* tries) { ++*tries; }
__global__ void found(const double* x, volatile int* stop) {
    for (int i = 0; i < 1000 && *stop == 0; ++i) if (x[i] > 3.0) *stop = 1;
}
__global__ void drain(int* next, unsigned long long* tries) {
    for (int i = atomicAdd(next, 1); i < 100; i = atomicAdd(next, 1)) ++tries[i];
}
__global__ void count(double* x, int n) { if (threadIdx.x < n) x[threadIdx.x] += 1; }
__global__ void weigh(double* x, float weight) { x[threadIdx.x] *= weight; }
}
"""
module = cp.RawModule(code=CODE)
search, first, step, found = (module.get_function(name) for name in ("search", "first", "step", "found"))
drain, count, weigh = (module.get_function(name) for name in ("drain", "count", "weigh"))
stop = cp.zeros(1, dtype=cp.int32)
tries = cp.zeros(100, dtype=cp.uint64)
flag = cupyx.zeros_pinned(1, dtype=np.int32)
cp.cuda.Device().synchronize()


class Table:
    def __getitem__(self, key):
        return print


table = Table()
table[1, 32](x)
