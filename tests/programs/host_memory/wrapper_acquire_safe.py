import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
cp.cuda.Device().synchronize()


class Pool:
    def __init__(self, count):
        self.free = [(cupyx.empty_pinned(N, dtype="float32"), cp.cuda.Event()) for _ in range(count)]
        self.next = 0

    def acquire(self):
        buffer, event = self.free[self.next]
        event.synchronize()
        return buffer

    def release(self, stream):
        self.free[self.next][1].record(stream)
        self.next = (self.next + 1) % len(self.free)


pool = Pool(2)
for i in range(6):
    b = pool.acquire()
    b[:] = i
    x.set(b, stream=s)
    pool.release(s)
s.synchronize()
