import cupy as cp

load, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
slots = [cp.ones(1 << 20), cp.ones(1 << 20)]
cp.cuda.Device().synchronize()


def filled():
    slot = 0
    while True:
        with load:
            slots[slot][...] = 2  # expect: CUP102
        work.wait_event(load.record())
        yield slots[slot]
        slot = 1 - slot


def main(count):
    it = filled()
    for _ in range(count):
        batch = next(it)
        with work:
            y = batch + 1
