"""One buffer for all parts: the next one overwrites it while the consumer may still read the last one."""
import cupy as cp
import cupyx
import numpy as np


def parts_on_device(parts, size):
    loader = cp.cuda.Stream(non_blocking=True)
    host = cupyx.empty_pinned(size, dtype=np.float32)
    part_on_device = cp.empty(size, dtype=cp.float32)
    cp.cuda.Device().synchronize()
    for part in parts:
        host[:] = part
        part_on_device.set(host, stream=loader)  # expect: CUP102
        loader.synchronize()
        yield part_on_device
