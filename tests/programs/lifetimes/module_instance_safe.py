import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Model:
    def __init__(self):
        with s1:
            self.w = x * 2
        s2.wait_event(s1.record())
        with s2:
            self.z = self.w.sum()


models = [Model() for _ in range(3)]
with s1:
    b = x * 3
