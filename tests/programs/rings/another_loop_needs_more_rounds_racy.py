# The first loop shows no ring, so that it is followed for a few rounds only: n is no more than that for the second one.
import cupy as cp


def fill(n):
    copy, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    ring = [cp.zeros(64) for _ in range(2)]
    total = cp.zeros(64)
    cp.cuda.Device().synchronize()
    for _ in range(n):
        with work:
            total += 1
    for i in range(1, n):
        with copy:
            ring[i % 2][...] = 2  # expect: CUP102
        work.wait_event(copy.record())
        with work:
            total += ring[i % 2]
    cp.cuda.Device().synchronize()
