# device-memory: 256MiB
# measured-peak: 300000768

import cupy as cp


def work(scale):
    first = cp.full((5000, 5000), scale, dtype=cp.float32)
    second = first * 2  # expect: CUP402
    return second


one = work(1)
two = work(2)
