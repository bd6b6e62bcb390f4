import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
from collections import OrderedDict, defaultdict

lanes = defaultdict(lambda: cp.cuda.Stream(non_blocking=True))
with lanes["a"]:
    y = x * 2
lanes["b"].wait_event(lanes["a"].record())
with lanes["b"]:
    z = y + 1
lanes["b"].synchronize()
with t:
    w = z + y
t.synchronize()
ordered = OrderedDict((k, cp.cuda.Stream(non_blocking=True)) for k in "ab")
with ordered["a"]:
    w += 1
ordered["a"].synchronize()
with t:
    w *= 2
t.synchronize()
print(w.sum())
