import cupy as cp
import numpy as np


def pack(m):
    if m.ndim != 2:
        raise ValueError("matrices")
    return cp.array(m, dtype=cp.float32, order="C")


def table(matrices):
    return np.array([pack(m).data.ptr for m in matrices], dtype=np.uint64)  # expect: CUP315


def direct(matrices):
    addresses = [cp.array(m).data.ptr for m in matrices]  # expect: CUP315
    return cp.array(addresses)
