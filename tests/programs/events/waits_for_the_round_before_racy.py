"""Event in a closure: waits for the event of the iteration before."""

import cupy as cp


def main():
    p = cp.cuda.Stream(non_blocking=True)
    c = cp.cuda.Stream(non_blocking=True)
    last = p.record()
    sums = []
    keep = []
    for i in range(4):
        with p:
            x = cp.full(10, i)
        keep.append(x)
        c.wait_event(last)
        with c:
            sums.append(x.sum())  # expect: CUP101
        last = p.record()
    c.synchronize()
    print([int(s) for s in sums])


main()
