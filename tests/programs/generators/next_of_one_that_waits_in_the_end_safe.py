import cupy as cp

load, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def batches(count):
    try:
        for i in range(count):
            with load:
                made = x * i
            yield made
    finally:
        load.synchronize()


it = batches(3)
batch = next(it)
del it
with work:
    y = batch + 1  # maybe: CUP101
