import cupy as cp
from mpi4py import MPI

s1 = cp.cuda.Stream(non_blocking=True)

comm = MPI.COMM_WORLD
with s1:
    buf = cp.zeros(1 << 20)
comm.Recv(buf, source=0)  # expect: CUP204
