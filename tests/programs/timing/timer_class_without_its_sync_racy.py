import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


class Timer:
    def __init__(self, sync=None):
        self.total = 0.0
        self.sync = sync or (lambda: None)

    def start(self):
        self.sync()
        self._begin = time.perf_counter()

    def stop(self):
        self.sync()
        self.total += time.perf_counter() - self._begin  # expect: CUP501


timer = Timer()
for _ in range(10):
    timer.start()
    b = a @ a
    timer.stop()
print(timer.total)
