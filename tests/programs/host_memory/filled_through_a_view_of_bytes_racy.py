"""The buffer is filled again by way of its bytes, while the upload of what it held may still read it."""
import cupy as cp
import cupyx
import numpy as np


def read_stack(handle, count, width):
    line = cupyx.empty_pinned((count, width), dtype=np.uint16)
    view = memoryview(line).cast("B")
    stack = []
    while handle.readinto(view) == line.nbytes:  # expect: CUP202
        stack.append(cp.asarray(line))
    return cp.stack(stack)
