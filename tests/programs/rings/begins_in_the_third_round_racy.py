# What races does so from the fifth round on: six show it.
import cupy as cp


def fill(n):
    copy, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    ring = [cp.zeros(64) for _ in range(3)]
    cp.cuda.Device().synchronize()
    for i in range(n):
        with copy:
            ring[(i + 1) % 3].fill(9)
        if i >= 3:
            with work:
                mean = ring[2].sum()  # expect: CUP101
        work.wait_event(copy.record())
        copy.wait_event(work.record())
    cp.cuda.Device().synchronize()
