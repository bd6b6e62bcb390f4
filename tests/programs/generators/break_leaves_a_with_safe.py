from contextlib import contextmanager

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


@contextmanager
def done(s):
    try:
        yield s
    finally:
        s.synchronize()


def gen():
    with done(s1):
        for i in range(4):
            with s1:
                r = x * i
            yield r


for r in gen():
    break
with s2:
    z = r + 1
