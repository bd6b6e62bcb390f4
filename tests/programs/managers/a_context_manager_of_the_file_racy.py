from contextlib import contextmanager

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


@contextmanager
def on(stream, wait):
    with stream:
        yield stream
    if wait:
        stream.synchronize()


with on(s1, True):
    a = x * 2
b = a + 1
with on(s1, False):
    c = x * 2
d = c + 1  # expect: CUP103
