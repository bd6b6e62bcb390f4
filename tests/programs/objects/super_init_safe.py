import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Base:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.event = cp.cuda.Event()

    def finish(self):
        self.stream.synchronize()


class Derived(Base):
    def __init__(self, n):
        super().__init__()
        self.data = cp.zeros(n)
        cp.cuda.Device().synchronize()

    def run(self):
        with self.stream:
            self.data += 1
            self.event.record()
        t.wait_event(self.event)
        with t:
            self.data *= 2
        t.synchronize()
        self.finish()
        return self.data.sum()


print(Derived(1000).run())
