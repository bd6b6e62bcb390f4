import cupy as cp
import cupyx
import numpy as np


class Uploader:
    """Nothing in the file calls it: the third call comes back to the first slot."""

    def __init__(self, shape, n_slots=2):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.slots = [cupyx.empty_pinned(shape, np.float32) for _ in range(n_slots)]
        self.free = [cp.cuda.Event() for _ in range(n_slots)]
        with self.stream:
            self.raw = cp.empty(shape, np.float32)
        self.n = 0

    def push(self, frame):
        k = self.n % len(self.slots)
        self.free[k].synchronize()
        np.copyto(self.slots[k], frame)  # expect: CUP202
        self.free[k].record(self.stream)
        self.raw.set(self.slots[k], stream=self.stream)
        self.n += 1
