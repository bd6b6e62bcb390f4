import cupy as cp
from mpi4py import MPI

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

z = x * 2
cp.cuda.Device().synchronize()
z /= 3
MPI.COMM_WORLD.Isend(z, dest=1)  # expect: CUP204
