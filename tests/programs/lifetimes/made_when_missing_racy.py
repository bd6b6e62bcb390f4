from collections import defaultdict

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

slots = defaultdict(list)
for i in range(4):
    with s1:
        slots["a"] = x * i  # expect: CUP104
    s2.wait_event(s1.record())
    with s2:
        z = slots["a"].sum()
