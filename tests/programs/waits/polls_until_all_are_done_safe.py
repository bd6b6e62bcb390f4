import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import time

with s:
    y = x * 2
with t:
    z = cp.zeros(8)
while not all(stream.done for stream in (s, t)):
    time.sleep(0.001)
print(y.sum(), z)
with s:
    y += 1
with t:
    z += 1
while any(not stream.done for stream in [s, t]):
    time.sleep(0.001)
print(y.sum(), z)
