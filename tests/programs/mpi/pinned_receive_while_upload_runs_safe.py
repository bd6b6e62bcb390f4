import cupy as cp
import cupyx
import numpy as np
from mpi4py import MPI

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

h = cupyx.empty_pinned(1 << 20)
x.set(h)
cp.cuda.Stream.null.synchronize()
MPI.COMM_WORLD.Recv(h, source=1)
