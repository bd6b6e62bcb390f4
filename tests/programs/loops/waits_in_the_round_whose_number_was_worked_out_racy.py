# A round waits that comes too early, or only where there are many.
import cupy as cp

side = cp.cuda.Stream(non_blocking=True)


def by_number(x: cp.ndarray, host):
    last_but_one = len(host) - 2
    cp.cuda.Device().synchronize()
    for i in range(len(host)):
        with side:
            x += i
        if i == last_but_one:
            side.synchronize()
    return float(x.sum())  # expect: CUP103


def by_steps(x: cp.ndarray, host, n):
    cp.cuda.Device().synchronize()
    for begin in range(0, len(host), n):
        with side:
            x += begin
        if begin + n < len(host):
            side.synchronize()
    return float(x.sum())  # expect: CUP103


def by_a_limit(x: cp.ndarray, host):
    last = len(host) - 1
    for i in range(len(host)):
        x += i
    cp.cuda.Device().synchronize()
    with side:
        y = x * 2
    if last > 4096:
        side.synchronize()
    return float(y.sum())  # expect: CUP103
