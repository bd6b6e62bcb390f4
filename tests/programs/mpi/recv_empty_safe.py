import cupy as cp
import numpy as np
from mpi4py import MPI

s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

comm = MPI.COMM_WORLD
with s1:
    buf = cp.empty(1 << 20)
comm.Recv(buf, source=0)
