"""Nothing keeps an array whose request is dropped: the next one takes its memory while it is sent."""
from mpi4py import MPI
import cupy as cp
import cupyx

comm = MPI.COMM_WORLD


def send(n):
    for k in range(4):
        x = cp.ones(n)  # expect: CUP104
        cp.cuda.Device().synchronize()
        comm.Isend(x, dest=k)
