import ctypes

import cupy as cp
import numpy as np
from mpi4py import MPI

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def buffer_of(array, kind):
    view = ctypes.cast(array.data.ptr, ctypes.POINTER(ctypes.c_ubyte * array.nbytes)).contents
    return (view, kind)


z = x * 2
buffer = buffer_of(z, MPI.FLOAT)
cp.cuda.Stream.null.synchronize()
MPI.COMM_WORLD.Gatherv(buffer, None, 0)
