# simulator: agrees
import cupy as cp

load, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def batches(count):
    for i in range(count):
        with load:
            made = x * i
        work.wait_event(load.record())
        yield made


it = iter(batches(3))
batch = next(it)
with work:
    y = batch + 1
cp.cuda.Device().synchronize()
number, batch = next(enumerate(batches(3)))
with work:
    y = batch + number
