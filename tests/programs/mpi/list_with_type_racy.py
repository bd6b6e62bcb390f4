import cupy as cp
from mpi4py import MPI

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

comm = MPI.COMM_WORLD
with s1:
    z = x * 2
comm.Isend([z, MPI.DOUBLE], dest=1)  # expect: CUP204
