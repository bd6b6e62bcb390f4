# The last round waits: its number was worked out before the loop, or the next step would be beyond the end.
import cupy as cp

side = cp.cuda.Stream(non_blocking=True)


def by_number(x: cp.ndarray, host):
    last = len(host) - 1
    cp.cuda.Device().synchronize()
    for i in range(len(host)):
        with side:
            x += i
        if i == last:
            side.synchronize()
    return float(x.sum())


def by_steps(x: cp.ndarray, host, n):
    cp.cuda.Device().synchronize()
    for begin in range(0, len(host), n):
        with side:
            x += begin
        if begin + n >= len(host):
            side.synchronize()
    return float(x.sum())


def by_the_next_one(x: cp.ndarray, host, n):
    cp.cuda.Device().synchronize()
    for begin in range(0, len(host), n):
        with side:
            x += begin
        if not begin + n < len(host):
            side.synchronize()
    return float(x.sum())
