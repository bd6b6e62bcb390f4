import cupy as cp
import numpy as np


def upload(batches, size):
    host = np.frombuffer(cp.cuda.alloc_pinned_memory(size), dtype=np.uint8, count=size)
    device = cp.empty(size, dtype=np.uint8)
    for tiles in batches:
        offset = 0
        for tile in tiles:
            host[offset : offset + tile.size] = tile  # expect: CUP202
            offset += tile.size
        device[:offset].set(host[:offset])
    return device
