import cupy as cp


class Dirty:
    def __init__(self):
        self.s = cp.cuda.Stream(non_blocking=True)
        self.dirty = False
        self.a = cp.zeros(10)
        cp.cuda.Device().synchronize()

    def put(self, v):
        with self.s:
            self.a.fill(v)
        self.dirty = True

    def read(self):
        if self.dirty:
            self.s.synchronize()
            self.dirty = False
        return float(self.a.sum())


d = Dirty()
print(d.read())
d.put(3)
print(d.read(), d.read())
