"""Every twentieth round is an even one."""
import cupy as cp

first, second = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)


def run(n):
    y = cp.zeros(4)
    cp.cuda.Device().synchronize()
    for step in range(n):
        if step % 2 == 0:
            with first:
                y += 1
        else:
            with second:
                y += 1
        if step % 20 == 0:
            with first:
                y *= 2
        first.synchronize()
        second.synchronize()
