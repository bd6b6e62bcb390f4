import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def share(comm, module):
    if module is not cp:
        part = module.zeros(10)
        comm.Bcast(part)
