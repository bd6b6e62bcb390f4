import contextlib

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


@contextlib.contextmanager
def on(stream):
    with stream:
        yield stream


step = on(s1)(lambda values: values * 2)
a = step(x)
with s2:
    b = a + 1  # expect: CUP101
