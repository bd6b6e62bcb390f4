import cupy as cp
import numpy as np


def run(chunks, host, size, shape):
    load, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    arena = cp.empty(2 * size, np.float32)
    total = cp.zeros(shape, np.complex64)
    cp.cuda.Device().synchronize()
    buffers = arena[: 4 * np.prod(shape)].view("complex64").reshape(2, *shape)
    for k in range(chunks + 1):
        if k > 0:
            with work:
                total += buffers[(k - 1) % 2]
        if k < chunks:
            with load:
                buffers[(k - 1) % 2].set(host[k])  # expect: CUP102
        load.synchronize()
        work.synchronize()
    return total
