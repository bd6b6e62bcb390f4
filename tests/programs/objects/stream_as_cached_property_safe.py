import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
from functools import cached_property


class Job:
    @cached_property
    def stream(self):
        return cp.cuda.Stream(non_blocking=True)

    def run(self, a):
        with self.stream:
            self.y = a * 2

    def result(self):
        self.stream.synchronize()
        return self.y.sum()


job = Job()
job.run(x)
print(job.result())
