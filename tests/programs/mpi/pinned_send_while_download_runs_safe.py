import cupy as cp
import cupyx
from mpi4py import MPI

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

h = cupyx.empty_pinned(1 << 20)
with s1:
    x.get(out=h, blocking=False)
s1.synchronize()
MPI.COMM_WORLD.Send([h, MPI.DOUBLE], dest=1)
