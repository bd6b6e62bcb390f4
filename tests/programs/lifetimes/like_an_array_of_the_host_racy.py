import cupy as cp
import cupyx
import numpy as np


def add(x, total, streams):
    with streams[0] as s:
        b = cp.empty_like(x)
        c = cp.empty((6, *x.shape[1:]), np.float32)
        b.set(x)  # expect: CUP104
        c[:2].set(x)  # expect: CUP104
        copied = s.record()
    with streams[1] as s:
        s.wait_event(copied)
        total += b
        total += c[:2]


x = cupyx.zeros_pinned((2, 1 << 20), np.float32)
streams = [cp.cuda.Stream(), cp.cuda.Stream()]
total = cp.zeros((2, 1 << 20), np.float32)
cp.cuda.Device().synchronize()
add(x, total, streams)
add(x, total, streams)
