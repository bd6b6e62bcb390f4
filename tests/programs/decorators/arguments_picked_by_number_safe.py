"""A decorator converts those of its arguments that its counts pick; a factor is none of them."""

import cupy as cp
import numpy as np


class Chunks:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)

    def batch(self, func):
        def inner(*args):
            if not any(isinstance(each, np.ndarray) for each in args):
                func(*args)
                return
            given = list(args)
            rows, others = 1, 0
            for k in range(1, len(given)):
                if isinstance(given[k], np.ndarray) and len(given[k].shape) > 1:
                    rows += 1
                elif isinstance(given[k], np.ndarray):
                    others += 1
            for k in range(rows, rows + others):
                given[k] = cp.asarray(given[k])
            with self.stream:
                func(*given)
            self.stream.synchronize()

        return inner

    def scale(self, out, x, factor):
        if isinstance(x, cp.ndarray):
            out[:] = factor * x
            return

        @self.batch
        def scaled(out, x, factor):
            out[:] = factor * x  # maybe: CUP101

        scaled(out, x, factor)
