import cupy as cp
import numpy as np
from mpi4py import MPI


class Exchange:
    def __init__(self, comm: MPI.Comm):
        self.comm = comm

    def backward(self, src: np.ndarray, dst: np.ndarray):
        self.comm.Alltoallw([src, 1], [dst, 1])


class Solver:
    def __init__(self, comm: MPI.Comm, rho):
        self.exchange = Exchange(comm)
        self.rho = rho

    def gradients(self, grads, y):
        out = grads["proj"]
        out[:] = cp.sqrt(self.rho) * y
        self.exchange.backward(grads["proj"], self.kept)


solver = Solver(MPI.COMM_WORLD, cp.ones(4))
