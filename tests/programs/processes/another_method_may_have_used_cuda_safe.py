# Whether the parent has used CUDA hangs on a method that may have been called before.
import multiprocessing

import cupy as cp


def norm(n):
    return float(cp.linalg.norm(cp.ones(n)))


class Fitter:
    def __init__(self, workers):
        self.workers = workers
        self.total = 0

    def fit(self, sizes):
        if self.workers:
            with multiprocessing.Pool(self.workers) as pool:  # maybe: CUP206
                norms = pool.map(norm, sizes)
        else:
            norms = [norm(n) for n in sizes]
        self.total = self.total + cp.asarray(norms)
