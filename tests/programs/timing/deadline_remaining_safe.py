import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def search(seconds):
    deadline = time.monotonic() + seconds
    best = a
    while True:
        best = best * 0.99 + a
        remaining = deadline - time.monotonic()
        if remaining <= 0:
            break
    return best


print(float(search(0.1).sum()))
