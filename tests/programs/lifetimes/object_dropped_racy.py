import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Box:
    def __init__(self, v):
        self.v = v


with s1:
    box = Box(x * 2)
s2.wait_event(s1.record())
with s2:
    z = box.v.sum()
box = None
with s1:
    b = x * 3  # expect: CUP104
