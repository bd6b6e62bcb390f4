import time
import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s:
    y = x * 2
while not s.done:
    time.sleep(0.001)
print(y.max())
cp.cuda.Stream.null.synchronize()

with t:
    y += 1
ev = t.record()
while True:
    if ev.done:
        break
    time.sleep(0.01)
with s:
    y -= 1
s.synchronize()
