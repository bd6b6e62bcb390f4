from dataclasses import dataclass

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


@dataclass
class Box:
    value: object = None


with s1:
    box = Box(x * 2)
s2.wait_event(s1.record())
with s2:
    z = box.value.sum()
other, box = box, None
with s1:
    b = x * 3
