import cupy as cp
import numpy as np
from mpi4py import MPI

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

z = x * 2
MPI.COMM_WORLD.Send(z, dest=1)  # expect: CUP204
