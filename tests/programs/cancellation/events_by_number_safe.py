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

events = [cp.cuda.Event() for _ in range(4)]
for event in events:
    step((1,), (1,), (tries,), stream=s1)
    event.record(s1)
i = 0
while i < len(events):
    events[i].synchronize()
    i += 1
