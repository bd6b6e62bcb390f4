import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def allocate(allocator, n):
    if cp and (allocator is cp.empty or allocator is cp.zeros):
        raise RuntimeError("no memory of the device here")
    return allocator(n)


def total(comm, module):
    part = allocate(module.zeros, 10)
    comm.Iallreduce(part, part)
