"""finally waits, but the value is read before."""

import cupy as cp


def norm(host):
    s = cp.cuda.Stream(non_blocking=True)
    try:
        with s:
            x = cp.asarray(host)
            n = cp.linalg.norm(x)
        if float(n) > 10:  # expect: CUP103
            raise ValueError("large")
        return n
    finally:
        s.synchronize()


print(norm([1.0, 2.0]))
