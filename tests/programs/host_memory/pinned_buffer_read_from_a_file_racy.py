"""Exposures are read into pinned buffers that nothing keeps while they are copied: the next one gets the same block."""
import cupy as cp
import cupyx
import numpy as np


class Stack:
    def __init__(self, shape, exposures):
        self.shape = shape
        self.stream = cp.cuda.Stream(non_blocking=True)
        with self.stream:
            self.planes = cp.empty((exposures, *shape), dtype=cp.uint16)

    def load(self, index, path):
        raw = cupyx.empty_pinned(self.shape, dtype=np.uint16)
        with open(path, "rb") as file:
            file.readinto(memoryview(raw).cast("B"))  # expect: CUP203
        self.planes[index].set(raw, stream=self.stream)


def build(paths, shape):
    stack = Stack(shape, len(paths))
    for index, path in enumerate(paths):
        stack.load(index, path)
    stack.stream.synchronize()
