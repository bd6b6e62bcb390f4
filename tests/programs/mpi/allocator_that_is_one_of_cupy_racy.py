import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

def allocate(allocator, n):
    if cp and (allocator is cp.empty or allocator is cp.zeros):
        return allocator(n)
    return allocator(n)
def total(comm, module):
    part = allocate(module.zeros, 10)
    comm.Iallreduce(part, part)  # expect: CUP204
