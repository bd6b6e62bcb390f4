import cupy as cp
from mpi4py import MPI

s1 = cp.cuda.Stream(non_blocking=True)

comm = MPI.COMM_WORLD
buf = cp.empty(1 << 20)
cp.cuda.Device().synchronize()
comm.Recv(buf, source=0)
with s1:
    r = buf * 2
s1.synchronize()
comm.Send(r, dest=0)
