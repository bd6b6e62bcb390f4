import contextlib

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


@contextlib.contextmanager
def on(stream):
    with stream:
        yield stream


@on(s1)
def step(values):
    return values * 2


a = step(x)
with s1:
    b = a + step(x)
