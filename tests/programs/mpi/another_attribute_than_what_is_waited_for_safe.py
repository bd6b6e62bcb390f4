import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Communicator:
    def __init__(self, comm):
        self.comm = comm

    def share(self, field):
        self.comm.Bcast(field.shape)

    def reduce_in_place(self, field, operation):
        cp.cuda.runtime.deviceSynchronize()
        self.comm.Allreduce_inplace(field.data, operation)
