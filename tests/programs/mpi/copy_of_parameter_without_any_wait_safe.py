import cupy as cp
import numpy as np
from mpi4py import MPI

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Communicator:
    def __init__(self, comm):
        self._comm = comm

    def all_gather(self, sent, received):
        self._comm.Allgather(sent.copy(), received)
