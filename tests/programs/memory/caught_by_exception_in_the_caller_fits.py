# device-memory: 256MiB

import cupy as cp


def work():
    return cp.zeros((20_000, 20_000))  # maybe: CUP401


try:
    work()
except Exception as error:
    print("too large", error)
