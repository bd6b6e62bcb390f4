# As in the safe twin, but the object uses CUDA when it is made.
import multiprocessing

import cupy as cp


def norm(n):
    return float(cp.linalg.norm(cp.ones(n)))


class Fitter:
    def __init__(self, workers):
        self.workers = workers
        self.total = cp.zeros(9)

    def fit(self, sizes):
        if self.workers:
            with multiprocessing.Pool(self.workers) as pool:  # expect: CUP206
                norms = pool.map(norm, sizes)
        else:
            norms = [norm(n) for n in sizes]
        self.total = self.total + cp.asarray(norms)
