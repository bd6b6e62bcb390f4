import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Bag:
    def __init__(self):
        self.items = []

    def __len__(self):
        return len(self.items)


bag = Bag()
with s1:
    a = x * 2
if bag:
    s1.synchronize()
with s2:
    b = a + 1  # expect: CUP101
