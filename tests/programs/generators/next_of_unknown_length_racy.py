import cupy as cp

load, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def batches(files):
    for file in files:
        with load:
            made = x * len(file)  # expect: CUP104
        work.wait_event(load.record())
        yield made


def main(files):
    it = batches(files)
    batch = next(it, None)
    while batch is not None:
        with work:
            y = batch + 1
        batch = next(it, None)
    work.synchronize()
    y += 1
    return y.get()
