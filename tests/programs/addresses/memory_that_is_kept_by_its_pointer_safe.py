import cupy as cp


def f(n):
    return cp.zeros(n).data
