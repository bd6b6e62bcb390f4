import cupy as cp
import cupyx
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
step = cp.RawKernel(
    r"""
extern "C" __global__ void step(unsigned long long* tries) { ++*tries; }
""",
    "step",
)
tries = cp.zeros(100, dtype=cp.uint64)
flag = cupyx.zeros_pinned(1, dtype=np.int32)
cp.cuda.Device().synchronize()

slots = [cp.cuda.Event(), cp.cuda.Event()]
n = 0
while n < 10:
    slots[n % 2].synchronize()
    step((1,), (1,), (tries,), stream=s1)
    slots[n % 2].record(s1)
    n += 1
