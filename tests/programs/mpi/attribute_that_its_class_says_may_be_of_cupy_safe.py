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

    @property
    def sizes(self) -> np.ndarray:
        return self._data.shape


class Communicator:
    def __init__(self, comm):
        self.comm = comm

    def reduce_in_place(self, field: Field, operation):
        cp.cuda.runtime.deviceSynchronize()
        self.comm.Allreduce_inplace(field.data, operation)

    def share_sizes(self, field: Field):
        self.comm.Bcast(field.sizes)

    def share_names(self, field: Field):
        self.comm.Bcast(field.names)
