import cupy as cp


class Cache:
    def __init__(self):
        self.s = cp.cuda.Stream(non_blocking=True)
        self.data = {}
        self.ready = {}

    def warm(self, k):
        with self.s:
            self.data[k] = cp.full(10, k)
            self.ready[k] = self.s.record()

    def get(self, k):
        if k not in self.data:
            self.warm(k)
        e = self.ready.pop(k, None)
        if e is not None:
            e.synchronize()
        return self.data[k]


c = Cache()
c.warm(1)
print(c.get(1).sum(), c.get(2).sum(), c.get(1).max())
