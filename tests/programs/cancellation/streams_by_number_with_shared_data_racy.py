import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
step = cp.RawKernel(
    r"""
extern "C" __global__ void step(unsigned long long* tries) { ++*tries; }
""",
    "step",
)
tries = cp.zeros(100, dtype=cp.uint64)
cp.cuda.Device().synchronize()

streams = [s1, s2]
for stream in streams:
    step((1,), (1,), (tries,), stream=stream)  # expect: CUP101
i = 0
while i < len(streams):
    streams[i].synchronize()
    i += 1
