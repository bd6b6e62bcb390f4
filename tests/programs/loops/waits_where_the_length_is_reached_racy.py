# The test is beyond the last round, or leaves out the last one: nothing waits for it.
import cupy as cp

side = cp.cuda.Stream(non_blocking=True)


def from_one(x: cp.ndarray, host):
    cp.cuda.Device().synchronize()
    for i in range(1, len(host) + 1):
        with side:
            x += i
        if i > len(host):
            side.synchronize()
    return float(x.sum())  # expect: CUP103


def under_a_test(x: cp.ndarray, host, n):
    cp.cuda.Device().synchronize()
    i = 0
    while i < len(host):
        if len(host) - i <= n:
            with side:
                x += i
        if len(host) < i + n:
            side.synchronize()
        i += 1
    return float(x.sum())  # expect: CUP103
