import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
y = cp.ones(N, dtype=np.float32)
p = cupyx.zeros_pinned(N, dtype="float32")
q = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()


class Pending:
    def __init__(self, a, out, stream):
        self.out = a.get(stream=stream, out=out, blocking=False)
        self.event = stream.record()

    def result(self):
        self.event.synchronize()
        return self.out


one = Pending(x, p, s)
two = Pending(y, q, t)
print(one.result().sum(), two.result().sum())
