import cupy as cp
import numpy as np
from mpi4py import MPI

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def share(comm, n):
    part = cp.ones(n)
    comm.Barrier()
    comm.Bcast(part)  # expect: CUP204
