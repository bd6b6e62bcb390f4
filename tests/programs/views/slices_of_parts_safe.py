"""`slice(...)` gives a part of the array itself: what the other stream adds to needs no copy that it could race with."""
import cupy as cp
import numpy as np

a, b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
with a:
    x = cp.zeros(1000)
b.wait_event(a.record())
parts = [slice(part[0], part[-1] + 1) for part in np.array_split(np.arange(1000), 4)]
for part in parts:
    with a:
        piece = x[part]
    with b:
        piece += 1
b.synchronize()
