import cupy as cp
import numpy as np


def pack(m):
    if m.ndim != 2:
        raise ValueError("matrices")
    return cp.array(m, dtype=cp.float32, order="C")


def table(matrices):
    packed = [pack(m) for m in matrices]
    return packed, np.array([p.data.ptr for p in packed], dtype=np.uint64)


def told(matrices):
    for address in [cp.array(m).data.ptr for m in matrices]:
        print(hex(address))
