import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
from collections import namedtuple

Slot = namedtuple("Slot", "stream buffer")
slot = Slot(s, cp.zeros(16))
cp.cuda.Device().synchronize()
with slot.stream:
    y = x * 2
s.synchronize()
with t:
    z = y + 1
t.synchronize()
print(z.sum())
