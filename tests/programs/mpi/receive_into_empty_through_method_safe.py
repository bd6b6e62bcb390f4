import cupy as cp
import numpy as np
from mpi4py import MPI


def gather(comm, n):
    received = cp.empty(n)
    comm.Allgatherv(np.ones(3), received)
    return received
