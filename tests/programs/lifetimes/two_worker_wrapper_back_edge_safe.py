import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Worker:
    def __init__(self):
        self.done = cp.cuda.Event()
        self.current = None

    def step(self, n):
        s1.wait_event(self.done)
        with s1:
            self.current = x * n
        s2.wait_event(s1.record())
        with s2:
            z = self.current.sum()
            self.done.record(s2)


w = Worker()
w.done.record(s2)
for n in range(4):
    w.step(n)
