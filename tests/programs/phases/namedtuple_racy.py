from collections import namedtuple

import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

Slot = namedtuple("Slot", ["stream", "buf"])
slots = [Slot(cp.cuda.Stream(non_blocking=True), cp.empty(1 << 20)) for _ in range(2)]
for i in range(12):
    s, _ = slots[i % 2]
    with s:
        slots[0].buf[...] = x  # expect: CUP102
