import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Job:
    @property
    def stream(self):
        if not hasattr(self, "_stream"):
            self._stream = cp.cuda.Stream(non_blocking=True)
        return self._stream

    def run(self, a):
        with self.stream:
            y = a * 2
        self.stream.synchronize()
        with t:
            z = y + 1
        t.synchronize()
        return z


print(Job().run(x).sum())
