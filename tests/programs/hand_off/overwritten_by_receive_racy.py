import cupy as cp
import numpy as np
from mpi4py import MPI

s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

comm = MPI.COMM_WORLD
buf = cp.empty(1 << 20)
comm.Recv(buf, source=0)
with s1:
    r = buf * 2
comm.Recv(buf, source=0)  # expect: CUP204
