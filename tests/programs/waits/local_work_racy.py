"""Nothing is handed out; the wait alone is wrong."""

import cupy as cp


def warm_up(n):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        a = cp.ones((n, n))
        a @ a
    cp.cuda.Stream.null.synchronize()  # expect: CUP117
    print("warm")
