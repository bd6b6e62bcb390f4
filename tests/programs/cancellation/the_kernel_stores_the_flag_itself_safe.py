import cupy as cp
import cupyx
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
found = cp.RawKernel(
    r"""
extern "C" __global__ void found(const double* x, volatile int* stop) {
    for (int i = 0; i < 1000 && *stop == 0; ++i) if (x[i] > 3.0) *stop = 1;
}
""",
    "found",
)
stop = cp.zeros(1, dtype=cp.int32)
flag = cupyx.zeros_pinned(1, dtype=np.int32)
cp.cuda.Device().synchronize()

found((64,), (64,), (x, stop), stream=s1)
with s1:
    stop.fill(0)
    stop.fill(1)  # maybe: CUP303
