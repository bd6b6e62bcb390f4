from cupy import *
from cupy.cuda import *

s = Stream(non_blocking=True)
t = Stream(non_blocking=True)
a = ones(1 << 20)
Device().synchronize()
with s:
    b = sqrt(a)
    e = Event()
    e.record()
t.wait_event(e)
with t:
    c = b + a
t.synchronize()
print(c.sum())
