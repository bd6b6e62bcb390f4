import contextlib

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Waits(contextlib.ContextDecorator):
    def __enter__(self):
        return self

    def __exit__(self, *exception):
        s1.synchronize()


@Waits()
def work():
    with s1:
        return x * 2


a = work()
with s2:
    b = a + 1
