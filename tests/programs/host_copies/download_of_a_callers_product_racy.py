"""`get(out=, blocking=False)` is a method of device arrays alone: so is what the downloaded product is made of."""

import cupy as cp
import numpy as np


class Monitor:
    def __init__(self, faces):
        memory = cp.cuda.alloc_pinned_memory(faces * 8)
        self._host = np.frombuffer(memory, np.float64, faces)

    def sample(self, density, velocity, normals, stream):
        with stream:
            flux = density * (velocity * normals).sum(axis=-1)
            flux.get(out=self._host, blocking=False)  # maybe: CUP102
        return float(self._host.sum())  # expect: CUP201
