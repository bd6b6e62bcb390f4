import cupy as cp
import numpy as np
from mpi4py import MPI

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

z = x * 2
cp.cuda.Device().synchronize()
MPI.COMM_WORLD.Bcast([MPI.memory.fromaddress(z.data.ptr, z.nbytes), z.size, MPI.DOUBLE])
