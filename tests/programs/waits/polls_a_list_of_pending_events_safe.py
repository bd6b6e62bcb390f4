import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import time

events = []
with s:
    y = x * 2
    events.append(s.record())
with t:
    z = cp.zeros(8)
    events.append(t.record())
while events:
    events = [e for e in events if not e.done]
    time.sleep(0.001)
print(y.sum(), z)
