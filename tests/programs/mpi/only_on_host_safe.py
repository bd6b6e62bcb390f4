import cupy as cp
from mpi4py import MPI


def share(comm, array, gpu):
    array = cp.ones(5)
    if not gpu:
        array = cp.asnumpy(array)
        comm.Allreduce(MPI.IN_PLACE, array)
