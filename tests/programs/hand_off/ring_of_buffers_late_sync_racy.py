import cupy as cp
from mpi4py import MPI

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

comm = MPI.COMM_WORLD
bufs = {0: cp.empty(1 << 20), 1: cp.empty(1 << 20)}
for i in range(6):
    b = bufs[i % 2]
    with s1:
        b[...] = x
    comm.Send(b, dest=1)  # expect: CUP204
    s1.synchronize()
