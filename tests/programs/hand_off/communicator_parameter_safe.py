import cupy as cp
from mpi4py import MPI

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def exchange(comm, a):
    with s1:
        buf = a * 2
        cp.cuda.get_current_stream().synchronize()
        comm.Isend(buf, dest=0)


exchange(MPI.COMM_WORLD, x)
