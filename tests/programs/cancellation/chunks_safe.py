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

for start in range(0, 100, 10):
    step((1,), (1,), (tries,), stream=s1)
    if int(tries.get(stream=s1)[0]) > 5:
        break
