import cupy as cp
from mpi4py import MPI

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def exchange(comm, a):
    with s1:
        buf = a * 2
    comm.Isend(buf, dest=0)  # expect: CUP204


exchange(MPI.COMM_WORLD, x)
