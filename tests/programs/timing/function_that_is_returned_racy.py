import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def product_of(m):
    def one(scale):
        t0 = time.perf_counter()
        out = m * scale + a
        return out, time.perf_counter() - t0  # expect: CUP501

    return one
