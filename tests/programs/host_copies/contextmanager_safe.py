from contextlib import contextmanager

import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


@contextmanager
def staged(buffer, stream):
    try:
        yield buffer
    finally:
        stream.synchronize()


p = cupyx.zeros_pinned(1 << 20)
for i in range(3):
    with staged(p, s1) as b:
        b[:] = i
        x.set(b, stream=s1)
