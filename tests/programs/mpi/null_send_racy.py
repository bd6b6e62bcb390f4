import cupy as cp
from mpi4py import MPI

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

z = x * 2
MPI.COMM_WORLD.Send(z, dest=1)  # expect: CUP204
