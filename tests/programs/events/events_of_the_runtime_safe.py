import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
from cupy.cuda import runtime

e = cp.cuda.Event()
with s:
    y = x * 2
runtime.eventRecord(e.ptr, s.ptr)
t.wait_event(e)
with t:
    z = y + 1
runtime.eventSynchronize(t.record().ptr)
runtime.streamSynchronize(t.ptr)
print(z.sum())
