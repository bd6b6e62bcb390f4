from __future__ import annotations

import cupy as cp
import numpy as np
from mpi4py import MPI


class Field:
    def __init__(self, data):
        self._data = data

    @property
    def data(self) -> np.ndarray | cp.ndarray:
        return self._data


class Strip:
    edges: cp.ndarray


class Communicator:
    def __init__(self, comm):
        self.comm = comm

    def reduce_in_place(self, field: Field, operation):
        self.comm.Allreduce_inplace(field.data, operation)  # expect: CUP204

    def send(self, strip: Strip, rank):
        self.comm.Isend(strip.edges, rank)  # expect: CUP204
