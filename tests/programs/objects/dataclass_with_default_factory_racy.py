import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
from dataclasses import dataclass, field


def make():
    return cp.cuda.Stream(non_blocking=True)


@dataclass
class Slot:
    n: int
    stream: cp.cuda.Stream = field(default_factory=make)

    def fill(self, value):
        with self.stream:
            self.data = cp.full(self.n, value)


slot = Slot(16)
slot.fill(3)
print(slot.data + 1)  # expect: CUP103
