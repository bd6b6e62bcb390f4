import cupy as cp
from cupy.cuda import Event, Stream

s = Stream(non_blocking=True)
with s:
    y = cp.ones(1 << 20)
    e = Event(disable_timing=True).record()  # expect: CUP106
    f = Event().record(s)  # expect: CUP106
    g = s.record(Event())
g.synchronize()
print(y.sum(), e, f)
