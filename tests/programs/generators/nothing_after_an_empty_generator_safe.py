import cupy as cp

load, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def batches(count):
    with load:
        x[...] = 2
    if count < 0:
        yield x


with work:
    if next(batches(3), None) is not None:
        y = x + 1
next(batches(3))
with work:
    y = x + 1
