"""Who gets the means to wait may wait: methods, functions, attributes, exceptions, queues."""

from functools import partial
from types import SimpleNamespace

import cupy as cp


def method(n):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        out = SimpleNamespace(array=cp.ones(n))
    cp.cuda.Stream.null.synchronize()  # maybe: CUP117
    return out, stream.synchronize


def function(n, hooks):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        cp.ones(n).sum()
    cp.cuda.Stream.null.synchronize()  # maybe: CUP117
    hooks.append(lambda: stream.synchronize())


def attribute(n, request):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        request.data = cp.ones(n)
    cp.cuda.Stream.null.synchronize()  # maybe: CUP117
    request.stream = stream


def queue(n, pending):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        cp.ones(n).sum()
    cp.cuda.Stream.null.synchronize()  # maybe: CUP117
    pending.put(partial(stream.synchronize))
