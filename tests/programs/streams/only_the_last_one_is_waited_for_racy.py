"""Only the last stream of the list is waited for."""

import cupy as cp
import numpy as np


def run(parts):
    streams = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
    out = cp.empty((3, 10))
    cp.cuda.Device().synchronize()
    for i, (s, p) in enumerate(zip(streams, parts)):
        with s:
            out[i] = cp.asarray(p) * 2
    s.synchronize()
    return float(out.sum())  # expect: CUP103


print(run(np.ones((3, 10))))
