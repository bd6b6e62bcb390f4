import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Batches:
    def __next__(self):
        raise StopIteration


with s1:
    a = x * 2
try:
    next(Batches())
except StopIteration:
    s1.synchronize()
with s2:
    b = a + 1
