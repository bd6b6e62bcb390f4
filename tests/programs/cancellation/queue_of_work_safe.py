import cupy as cp
import cupyx
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
drain = cp.RawKernel(
    r"""
extern "C" __global__ void drain(int* next, unsigned long long* tries) {
    for (int i = atomicAdd(next, 1); i < 100; i = atomicAdd(next, 1)) ++tries[i];
}
""",
    "drain",
)
stop = cp.zeros(1, dtype=cp.int32)
tries = cp.zeros(100, dtype=cp.uint64)
flag = cupyx.zeros_pinned(1, dtype=np.int32)
cp.cuda.Device().synchronize()

drain((64,), (64,), (stop, tries), stream=s1)
with s1:
    stop.fill(1)
