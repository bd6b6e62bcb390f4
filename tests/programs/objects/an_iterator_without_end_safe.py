import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Batches:
    def __init__(self):
        self.count = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.count += 1
        if self.count == 40:
            s1.synchronize()
        return self.count


with s1:
    a = x * 2
for k in Batches():
    if k == 50:
        break
with s2:
    b = a + 1  # maybe: CUP101
