"""itertools.cycle over slots; waits through runtime functions with raw pointers."""

import itertools

import cupy as cp
import numpy as np
from cupy.cuda import runtime


class Slot:
    __slots__ = ("array", "stream", "busy")

    def __init__(self, n):
        self.array = cp.zeros(n)
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.busy = False

    def wait(self):
        if self.busy:
            runtime.streamSynchronize(self.stream.ptr)
            self.busy = False


def run(blocks, n):
    slots = [Slot(n) for _ in range(3)]
    runtime.deviceSynchronize()
    ring = itertools.cycle(slots)
    sums = []
    for block in blocks:
        slot = next(ring)
        slot.wait()
        slot.array.set(block, stream=slot.stream)
        with slot.stream:
            sums.append(slot.array.sum())
        slot.busy = True
    for slot in slots:
        slot.wait()
    return [s.item() for s in sums]


def main():
    print(run((np.full(100, float(i)) for i in range(7)), 100))


if __name__ == "__main__":
    main()
