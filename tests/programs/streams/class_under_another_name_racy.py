"""The class of streams is imported under another name."""

from cupy.cuda import Event as E
from cupy.cuda import Stream as S

import cupy as cp


def work(n):
    s = S(non_blocking=True)
    with s:
        y = cp.ones(n)
    return y * 2  # expect: CUP103


def waits(n):
    done = E()
    other = S(non_blocking=True)
    other.wait_event(done)  # expect: CUP105
    with other:
        return cp.ones(n)  # expect: CUP101
