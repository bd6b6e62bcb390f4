import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
event = None
try:
    with s:
        y = x * 2
except MemoryError:
    raise
else:
    event = s.record()
if event is not None:
    t.wait_event(event)
with t:
    z = y + 1
t.synchronize()
print(z.sum())
