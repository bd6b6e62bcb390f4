"""Wait on the wrong stream of a pair."""

import cupy as cp
import numpy as np


class Worker:
    def __init__(self):
        self.up = cp.cuda.Stream(non_blocking=True)
        self.down = cp.cuda.Stream(non_blocking=True)

    def process(self, host):
        with self.up:
            x = cp.asarray(host)
            y = cp.sqrt(x)
        self.down.synchronize()
        return cp.asnumpy(y, stream=self.down)  # expect: CUP101


print(Worker().process(np.ones(10)))
