"""Work goes to a stream of its own where there is much of it: few rounds are followed, but there may be more."""

import cupy as cp


def total(n):
    stream = cp.cuda.Stream(non_blocking=True)
    y = cp.zeros(9)
    cp.cuda.Device().synchronize()
    for number in range(n):
        if n > 4096:
            with stream:
                y += number
        else:
            y += number
    return float(y.max())  # expect: CUP103
