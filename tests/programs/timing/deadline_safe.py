import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def search(limit):
    begin = time.time()
    best = a
    rounds = 0
    while rounds < 1000:
        best = best * 0.99 + a
        rounds += 1
        if time.time() - begin > limit:
            print("out of time after", rounds)
            break
    return best


print(float(search(2.0).sum()))
