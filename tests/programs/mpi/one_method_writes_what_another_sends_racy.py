"""One method writes what another one sends, and neither waits for the device."""
import cupy as cp
from mpi4py import MPI


class Model:
    def __init__(self, n):
        self.state, self.change = cp.zeros(n), cp.ones(n)

    def step(self):
        self.state[:] = self.state + self.change
        self.steps = True

    def send(self, other):
        MPI.COMM_WORLD.Send([self.state[:10], MPI.DOUBLE], dest=other)  # expect: CUP204
