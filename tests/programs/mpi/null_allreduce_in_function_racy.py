import cupy as cp
from mpi4py import MPI


def total(n):
    part = cp.zeros(n)
    MPI.COMM_WORLD.Allreduce(MPI.IN_PLACE, part)  # expect: CUP204
    return part
