import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
from types import SimpleNamespace

lanes = SimpleNamespace(copy=cp.cuda.Stream(non_blocking=True), work=s)
with lanes.copy:
    y = x * 2
lanes.work.wait_event(lanes.copy.record())
with lanes.work:
    z = y + 1
lanes.work.synchronize()
with t:
    w = z + y
t.synchronize()
print(w.sum())
