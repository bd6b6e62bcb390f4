"""`math` asks an array for its number, which waits."""

import math

import cupy as cp


def run(n):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        total = cp.ones(n).sum()
        root = math.sqrt(total)
    cp.cuda.Stream.null.synchronize()
    return root
