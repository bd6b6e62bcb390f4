"""Snapshots of a shape that is not known in full go to pinned memory, and come back in reverse."""
import cupy as cp
import cupyx
import numpy as np


def back(x: cp.ndarray, n):
    down, up = (cp.cuda.Stream(non_blocking=True) for _ in range(2))
    host = cupyx.empty_pinned((n,) + x.shape, np.float32)
    with up:
        found = cp.empty(x.shape, np.float32)
    down.wait_event(cp.cuda.get_current_stream().record())
    for k in range(n):
        x.get(stream=down, out=host[k], blocking=False)
    up.wait_event(down.record())
    for k in range(n - 1, -1, -1):
        found.set(host[k], stream=up)
    up.synchronize()
