from dataclasses import dataclass, field
import cupy as cp


@dataclass
class Slot:
    n: int
    stream: cp.cuda.Stream = field(default_factory=lambda: cp.cuda.Stream(non_blocking=True))
    event: cp.cuda.Event = field(default_factory=cp.cuda.Event)
    data: cp.ndarray = None

    def fill(self, value):
        with self.stream:
            self.data = cp.full(self.n, value)
            self.event.record()
        return self

    def ready(self):
        self.event.synchronize()
        return self.data


slots = [Slot(1 << 16) for _ in range(3)]
for k, slot in enumerate(slots):
    slot.fill(k)
print(sum(float(slot.ready().sum()) for slot in slots))
one = Slot(4).fill(2)
print(one.ready() + 1)
