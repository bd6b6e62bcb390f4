import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Staging:
    def __init__(self, depth, n):
        self.free = [(cupyx.zeros_pinned(n), cp.cuda.Event()) for _ in range(depth)]

    def acquire(self):
        buffer, event = self.free.pop(0)
        event.synchronize()
        return buffer, event

    def release(self, slot, stream):
        slot[1].record(stream)
        self.free.append(slot)


staging = Staging(2, 1 << 20)
for i in range(5):
    slot = staging.acquire()
    slot[0][:] = i
    x.set(slot[0], stream=s1)
    staging.release(slot, s1)
s1.synchronize()
