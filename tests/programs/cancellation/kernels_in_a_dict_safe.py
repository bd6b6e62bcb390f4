import cupy as cp
import cupyx
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
CODE = r"""
extern "C" {
__global__ void search(volatile int* stop, unsigned long long* tries) {
    while (*stop == 0 && *tries < 1000000000000ull) ++*tries;
}
__global__ void step(unsigned long long* tries) { ++*tries; }
}
"""
module = cp.RawModule(code=CODE)
search, step = (module.get_function(name) for name in ("search", "step"))
stop = cp.zeros(1, dtype=cp.int32)
tries = cp.zeros(100, dtype=cp.uint64)
flag = cupyx.zeros_pinned(1, dtype=np.int32)
cp.cuda.Device().synchronize()

kernels = {"search": search, "step": step}
kernels["step"]((1,), (1,), (tries,), stream=s1)
with s1:
    stop.fill(1)
