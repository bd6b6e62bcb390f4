import cupy as cp
import numpy as np
from mpi4py import MPI

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def share(comm, array, out):
    comm.Allreduce(array, out)
    comm.Send(array.ravel(), dest=1)
