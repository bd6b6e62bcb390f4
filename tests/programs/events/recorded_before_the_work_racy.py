"""Event recorded before the work that it should stand for."""

import cupy as cp


def stage(x, s):
    done = cp.cuda.Event()
    with s:
        done.record()
        y = cp.exp(x) * 2
    return y, done


def main():
    a = cp.cuda.Stream(non_blocking=True)
    b = cp.cuda.Stream(non_blocking=True)
    with a:
        x = cp.ones(100)
    y, done = stage(x, a)
    b.wait_event(done)
    with b:
        z = y.sum()  # expect: CUP101
    b.synchronize()
    print(float(z))


main()
