import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def process(g):
    begin = time.perf_counter()
    b = cp.fft.fft2(g) * 2
    queued = time.perf_counter()
    cp.cuda.Device().synchronize()
    finished = time.perf_counter()
    return b, {"queue": queued - begin, "wait": finished - queued}


print(process(a)[1])
