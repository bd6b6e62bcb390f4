import time

import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def timed(array, communicator):
    start = time.perf_counter()
    communicator.reduce(sendbuf=array[3:].data.ptr, count=5, stream=cp.cuda.Stream.null.ptr)
    return time.perf_counter() - start  # maybe: CUP501
