import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
from typing import NamedTuple


class Pair(NamedTuple):
    stream: cp.cuda.Stream
    event: cp.cuda.Event


pair = Pair(s, cp.cuda.Event())
stream, event = pair
with stream:
    y = x * 2
    event.record()
t.wait_event(pair.event)
with t:
    z = y + 1
t.synchronize()
print(z.sum())
