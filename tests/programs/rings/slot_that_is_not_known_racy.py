"""The slots of a ring are dicts, and which of them is free is not known: its event covers older rounds only."""

import cupy as cp
import numpy as np


def fit(blocks, host, rows):
    work, tail = (cp.cuda.Stream(non_blocking=True) for _ in range(2))
    ring = [{"busy": False, "done": None, "keep": None} for _ in range(3)]

    def drain(slot):
        if ring[slot]["busy"] and ring[slot]["done"] is not None:
            ring[slot]["done"].synchronize()
        ring[slot] = {"busy": False, "done": None, "keep": None}

    for block in blocks:
        with work:
            errors = cp.sqrt(cp.abs(cp.asarray(block)))
        slot = (block.start // rows) % 3
        drain(slot)
        target = host[block.start :]
        cp.cuda.runtime.memcpyAsync(
            target.ctypes.data, errors.data.ptr, errors.nbytes, cp.cuda.runtime.memcpyDeviceToHost, tail.ptr  # expect: CUP101
        )
        done = cp.cuda.Event()
        done.record(tail)
        ring[slot] = {"busy": True, "done": done, "keep": errors}
    for slot in range(3):
        drain(slot)
    return np.asarray(host)
