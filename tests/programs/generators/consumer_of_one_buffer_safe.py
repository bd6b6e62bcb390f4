"""One buffer for all parts, on a stream that the null stream of the consumer is ordered with; and a buffer for each part."""
import cupy as cp
import cupyx
import numpy as np


def parts_on_device(parts, size):
    loader = cp.cuda.Stream()
    host = cupyx.empty_pinned(size, dtype=np.float32)
    part_on_device = cp.empty(size, dtype=cp.float32)
    cp.cuda.Device().synchronize()
    for part in parts:
        host[:] = part
        part_on_device.set(host, stream=loader)
        loader.synchronize()
        yield part_on_device


def new_parts(parts, size):
    loader = cp.cuda.Stream(non_blocking=True)
    for part in parts:
        with loader:
            made = cp.asarray(part)
        loader.synchronize()
        yield made


def on_host(parts, size):
    loader = cp.cuda.Stream(non_blocking=True)
    with loader:
        work = cp.empty(size, dtype=cp.float32)
    for part in parts:
        work.set(part, stream=loader)
        with loader:
            yield_this = work.get()
        yield yield_this
