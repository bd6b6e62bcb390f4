import cupy as cp
from mpi4py import MPI

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

comm = MPI.COMM_WORLD
with s1:
    z = x * 2
    buf = cp.ascontiguousarray(z.reshape(1024, 1024).T)
    s1.synchronize()
comm.Allreduce(MPI.IN_PLACE, buf)
