import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Batches:
    def __init__(self, count):
        self.count = count

    def __iter__(self):
        return self

    def __next__(self):
        if not self.count:
            raise StopIteration
        self.count -= 1
        with s1:
            return x * self.count


batches = Batches(2)
first = next(batches)
with s2:
    b = first + 1  # expect: CUP101
for batch in batches:
    s1.synchronize()
    with s2:
        b = batch + 1
with s1:
    c = y * 2
assert next(batches, None) is None
with s2:
    d = c + 1  # expect: CUP101
