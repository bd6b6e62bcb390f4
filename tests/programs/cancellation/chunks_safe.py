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

for start in range(0, 100, 10):
    step((1,), (1,), (tries,), stream=s1)
    if int(tries.get(stream=s1)[0]) > 5:
        break
