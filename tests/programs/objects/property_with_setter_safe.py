import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Job:
    def __init__(self):
        self._stream = cp.cuda.Stream(non_blocking=True)

    @property
    def stream(self):
        return self._stream

    @stream.setter
    def stream(self, value):
        self._stream = value


job = Job()
with job.stream:
    y = x * 2
job.stream.synchronize()
with t:
    z = y + 1
t.synchronize()
print(z.sum())
