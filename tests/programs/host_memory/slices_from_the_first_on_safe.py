import cupy as cp
import numpy as np


def upload(batches, size):
    host = np.frombuffer(cp.cuda.alloc_pinned_memory(size), dtype=np.uint8, count=size)
    device = cp.empty(size, dtype=np.uint8)
    for tiles in batches:
        offset = 0
        for tile in tiles:
            host[offset : offset + tile.size] = tile
            offset += tile.size
        device[:offset].set(host[:offset])
        cp.cuda.get_current_stream().synchronize()
    return device


def halves(pieces, half):
    host = np.frombuffer(cp.cuda.alloc_pinned_memory(2 * half), dtype=np.uint8, count=2 * half)
    device = cp.empty(2 * half, dtype=np.uint8)
    device[:half].set(host[:half])
    host[half:] = pieces  # maybe: CUP203
    return device
