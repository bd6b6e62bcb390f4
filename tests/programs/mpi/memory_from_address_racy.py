import cupy as cp
from mpi4py import MPI

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

z = x * 2
MPI.COMM_WORLD.Bcast([MPI.memory.fromaddress(z.data.ptr, z.nbytes), z.size, MPI.DOUBLE])  # expect: CUP204
