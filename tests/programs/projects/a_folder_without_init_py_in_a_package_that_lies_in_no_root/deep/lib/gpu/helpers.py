import cupy as cp


def double(stream):
    with stream:
        return cp.ones(9) * 2
