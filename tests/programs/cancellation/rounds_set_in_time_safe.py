import cupy as cp
import cupyx
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
search = cp.RawKernel(
    r"""
extern "C" __global__ void search(volatile int* stop, unsigned long long* tries) {
    while (*stop == 0 && *tries < 1000000000000ull) ++*tries;
}
""",
    "search",
)
stop = cp.zeros(1, dtype=cp.int32)
tries = cp.zeros(100, dtype=cp.uint64)
flag = cupyx.zeros_pinned(1, dtype=np.int32)
cp.cuda.Device().synchronize()

for i in range(3):
    flag[0] = 0
    search((1,), (1,), (np.uint64(flag.ctypes.data), tries), stream=s1)
    flag[0] = 1
    s1.synchronize()
