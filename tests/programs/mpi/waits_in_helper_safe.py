import cupy as cp
import numpy as np
from mpi4py import MPI

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def share(comm, array, tools):
    part = cp.ones(5)
    tools.device_synchronize()
    comm.Allreduce(MPI.IN_PLACE, part)  # maybe: CUP204
