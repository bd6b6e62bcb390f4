from dataclasses import dataclass

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


@dataclass
class Box:
    value: object = None


box = Box()
with s1:
    box.value = x * 2
s2.wait_event(s1.record())
with s2:
    z = box.value.sum()
box.value = None
with s1:
    b = x * 3  # expect: CUP104
