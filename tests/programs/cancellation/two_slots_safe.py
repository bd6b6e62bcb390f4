import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
step = cp.RawKernel(
    r"""
extern "C" __global__ void step(unsigned long long* tries) { ++*tries; }
""",
    "step",
)
tries = cp.zeros(100, dtype=cp.uint64)
cp.cuda.Device().synchronize()

slots = [cp.cuda.Event(), cp.cuda.Event()]
n = 0
while n < 10:
    slots[n % 2].synchronize()
    step((1,), (1,), (tries,), stream=s1)
    slots[n % 2].record(s1)
    n += 1
