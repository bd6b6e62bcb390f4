import cupy as cp
import numpy as np

_free = {}


def upload(frame, size):
    block = _free.pop(size, None)
    if block is None:
        block = cp.cuda.alloc_pinned_memory(size)
    host = np.frombuffer(block, dtype=np.uint8, count=size)
    host[:] = frame  # expect: CUP202
    device = cp.empty(size, dtype=np.uint8)
    device.set(host)
    _free[size] = block
    return device


def main(frames, size):
    return [upload(frame, size) for frame in frames]
