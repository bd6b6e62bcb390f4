import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import random

streams = [s, t]
load = {s: 0, t: 1}
with random.choice(streams):
    y = x * 2
for stream in streams:
    stream.synchronize()
third = cp.cuda.Stream(non_blocking=True)
with third:
    z = y + 1  # maybe: CUP101
third.synchronize()
best = min(streams, key=lambda stream: load[stream])
with best:
    z += 1
for stream in streams:
    stream.synchronize()
with third:
    z *= 2  # maybe: CUP101
third.synchronize()
print(z.sum())
