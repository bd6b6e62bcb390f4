import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Stage:
    def __init__(self):
        self.block = None

    def load(self):
        with s1:
            self.block = x * 2
        s2.wait_event(s1.record())


stage = Stage()
stage.load()
with s2:
    z = stage.block.sum()
stage.load()
