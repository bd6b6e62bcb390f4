import contextlib

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s2:
    with contextlib.ExitStack() as stack:
        for stream in (s2, s1):
            stack.enter_context(stream)
        a = x * 2
    b = a + 1  # expect: CUP101
