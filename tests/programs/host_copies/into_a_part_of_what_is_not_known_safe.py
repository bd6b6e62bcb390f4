import cupy as cp
import cupyx
import numpy as np
from storage import make


def export(volume: cp.ndarray, path, block=64):
    n, width = volume.shape
    target = make(path, n, width)
    d2h = cp.cuda.Stream(non_blocking=True)
    host = cupyx.empty_pinned((block, width), np.float32)
    ready = cp.cuda.Event()
    for start in range(0, n, block):
        d2h.wait_event(cp.cuda.get_current_stream().record())
        volume[start : start + block].get(stream=d2h, out=host, blocking=False)
        ready.record(d2h)
        ready.synchronize()
        target[start : start + block] = host
    d2h.synchronize()
