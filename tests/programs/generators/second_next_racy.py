# simulator: agrees
import cupy as cp

load, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
slots = [cp.ones(1 << 20), cp.ones(1 << 20)]
cp.cuda.Device().synchronize()


def batches(count):
    for i in range(count):
        if i == 2:
            continue
        with load:
            slots[i % 2][...] = x * i
        if i == 0:
            load.synchronize()
        yield slots[i % 2]
        if i == 3:
            break
    yield x


it = batches(5)
first = next(it)
with work:
    y = first + 1
second = next(it)
with work:
    y = second + 1  # expect: CUP101
cp.cuda.Device().synchronize()
third = next(it)
with work:
    y = first + 1
    y = third + 1  # expect: CUP101
cp.cuda.Device().synchronize()
last = next(it)
with work:
    y = last + 1
rest = next(it, None)
if rest is not None:
    with load:
        x += 1
