from contextlib import contextmanager

import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
p = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()


@contextmanager
def staged(stream):
    try:
        yield p
    finally:
        t.synchronize()


for i in range(3):
    with staged(s) as b:
        b[:] = i  # expect: CUP202
        x.set(b, stream=s)
s.synchronize()
