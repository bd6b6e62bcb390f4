import cupy as cp
from mpi4py import MPI


def share(comm, array, tools):
    part = cp.ones(5)
    tools.device_synchronize()
    comm.Allreduce(MPI.IN_PLACE, part)  # maybe: CUP204
