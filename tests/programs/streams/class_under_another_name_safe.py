"""The class of streams is imported under another name."""

from cupy.cuda import Event as E
from cupy.cuda import Stream as S

import cupy as cp


def work(n):
    s = S(non_blocking=True)
    with s:
        y = cp.ones(n)
    s.synchronize()
    return y * 2


def waits(n):
    done = E()
    done.record()
    other = S(non_blocking=True)
    other.wait_event(done)
    with other:
        y = cp.ones(n)
    other.synchronize()
    return y
