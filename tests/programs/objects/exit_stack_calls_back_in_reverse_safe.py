import contextlib

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with contextlib.ExitStack() as stack:
    stack.callback(s1.synchronize)
    stack.enter_context(s1)
    a = x * 2
with s2:
    b = a + 1
