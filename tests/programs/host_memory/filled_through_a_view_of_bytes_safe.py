import cupy as cp
import cupyx
import numpy as np


def read_stack(handle, count, width):
    line = cupyx.empty_pinned((count, width), dtype=np.uint16)
    view = memoryview(line).cast("B")
    stack = []
    while handle.readinto(view) == line.nbytes:
        stack.append(cp.asarray(line))
        cp.cuda.get_current_stream().synchronize()
    return cp.stack(stack)
