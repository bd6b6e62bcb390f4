import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Communicator:
    def __init__(self, comm, on_device):
        self.comm, self.on_device = comm, on_device

    def reduce_into(self, field, total, operation):
        if self.on_device:
            cp.cuda.Device().synchronize()
        self.comm.Allreduce(field.data, total.data, operation)

    def reduce_in_place(self, field, operation):
        cp.cuda.Device().synchronize()
        self.comm.Allreduce_inplace(field.data, operation)
