import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class GpuTimer:
    def __enter__(self):
        self.first, self.last = cp.cuda.Event(), cp.cuda.Event()
        self.first.record()
        return self

    def __exit__(self, *error):
        self.last.record()
        self.last.synchronize()
        self.seconds = cp.cuda.get_elapsed_time(self.first, self.last) / 1e3


with GpuTimer() as timer:
    z = cp.sort(x)
print(timer.seconds)
