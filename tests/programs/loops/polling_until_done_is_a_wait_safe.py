import time

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    a = x * 2
while not s1.done:
    time.sleep(0.01)
with s2:
    b = a + 1
