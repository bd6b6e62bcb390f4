import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Double:
    def __init__(self):
        self.front, self.back = cp.zeros(1000), cp.zeros(1000)
        self.front_free, self.back_free = cp.cuda.Event(), cp.cuda.Event()
        cp.cuda.Device().synchronize()

    def step(self, k):
        s.wait_event(self.back_free)
        with s:
            self.back.fill(k)
        t.wait_event(s.record())
        self.front, self.back = self.back, self.front
        self.front_free, self.back_free = self.back_free, self.front_free
        with t:
            y = self.front * 2
        self.front_free.record(t)
        return y


d = Double()
outs = [d.step(k) for k in range(5)]
t.synchronize()
print(outs[0].sum())
