"""A loader that fills a slot again, after an event that comes before what its consumer does with the slot."""
import cupy as cp
import cupyx
import numpy as np


class Loader:
    def __init__(self, parts, size):
        self.parts = parts
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.host = [cupyx.empty_pinned(size, dtype=np.float32) for _ in range(2)]
        with self.stream:
            self.slots = [cp.empty(size, dtype=cp.float32) for _ in range(2)]
        self.filled = [cp.cuda.Event(disable_timing=True) for _ in range(2)]
        self.used = [cp.cuda.Event(disable_timing=True) for _ in range(2)]

    def _fill(self, slot, part):
        self.filled[slot].synchronize()
        self.host[slot][:] = part
        self.stream.wait_event(self.used[slot])
        self.slots[slot].set(self.host[slot], stream=self.stream)  # expect: CUP102
        self.filled[slot].record(self.stream)

    def __iter__(self):
        consumer = cp.cuda.get_current_stream()
        for number, part in enumerate(self.parts):
            slot = number % 2
            self._fill(slot, part)
            consumer.wait_event(self.filled[slot])
            self.used[slot].record(consumer)
            yield self.slots[slot]
