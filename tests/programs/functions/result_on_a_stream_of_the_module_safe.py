"""Streams of a module that a function of it waits for, or that its users reach by a public name."""

import threading

import cupy as cp

_side = cp.cuda.Stream(non_blocking=True)
_of_thread = threading.local()
shared = cp.cuda.Stream(non_blocking=True)


def _worker():
    worker = getattr(_of_thread, "worker", None)
    if worker is None:
        worker = _of_thread.worker = cp.cuda.Stream(non_blocking=True)
    return worker


def phase(field):
    with _side:
        angle = cp.angle(cp.asarray(field))
    return angle


def gradient(field):
    with _worker():
        slope = cp.diff(cp.angle(cp.asarray(field)), axis=0)
    return slope


def magnitude(field):
    with shared:
        size = cp.abs(cp.asarray(field))
    return size


def finish():
    _side.synchronize()
    _worker().synchronize()
