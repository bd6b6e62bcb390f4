import contextlib

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Waits:
    def __enter__(self):
        return self

    def __exit__(self, *exception):
        s1.synchronize()


stack = contextlib.ExitStack()
stack.enter_context(Waits())
with s1:
    a = x * 2
stack.close()
with s2:
    b = a + 1
