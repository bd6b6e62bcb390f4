import time

import cupy as cp


def timed(array, communicator):
    start = time.perf_counter()
    communicator.reduce(sendbuf=array[3:].data.ptr, count=5, stream=cp.cuda.Stream.null.ptr)
    return time.perf_counter() - start  # maybe: CUP501
