"""A pinned buffer is dropped when a function returns, and the copy from it is waited for by nobody."""
import cupy as cp
import cupyx
import numpy as np


def uploaded(values):
    staged = cupyx.empty_pinned(values.shape, dtype=np.float32)
    staged[...] = values  # expect: CUP203
    block = cp.empty(values.shape, np.float32)
    block.set(staged)
    return block
