"""A function gathers arrays of several devices on one that it is told, on a stream of its own."""

from collections.abc import Sequence

import cupy as cp


def gather(parts: Sequence[cp.ndarray], number: int):
    with cp.cuda.Device(number):
        stream = cp.cuda.Stream()
        with stream:
            found = [cp.asarray(part) for part in parts]  # expect: CUP101
        stream.synchronize()
    return found
