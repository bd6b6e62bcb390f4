from dataclasses import dataclass

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


@dataclass(frozen=True)
class Frozen:
    n: int

    def __post_init__(self):
        object.__setattr__(self, "stream", s1)


class Forwarding:
    def __init__(self, n, target):
        super(Forwarding, self).__setattr__("target", target)
        super().__setattr__("stream", s2)

    def __setattr__(self, name, value):
        setattr(self.target, name, value)


with Frozen(9).stream:
    z = x * 2
with Forwarding(9, None).stream:
    z += 1  # expect: CUP101
