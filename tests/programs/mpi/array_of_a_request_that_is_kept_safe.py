"""A request keeps what it sends."""
from mpi4py import MPI
import cupy as cp
import cupyx

comm = MPI.COMM_WORLD


def send(n):
    requests = []
    for k in range(4):
        x = cp.ones(n)
        cp.cuda.Device().synchronize()
        requests.append(comm.Isend(x, dest=k))
    MPI.Request.Waitall(requests)
