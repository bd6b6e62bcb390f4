import cupy as cp
from mpi4py import MPI

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

comm = MPI.COMM_WORLD
with s1:
    z = x * 2
cp.cuda.get_current_stream().synchronize()
comm.Send(z, dest=1)  # expect: CUP204
