"""A stream that only private names of the module reach, and nothing waits for: whoever gets the result cannot wait."""

import threading

import cupy as cp

_side = cp.cuda.Stream(non_blocking=True)
_of_thread = threading.local()


def _worker():
    worker = getattr(_of_thread, "worker", None)
    if worker is None:
        worker = _of_thread.worker = cp.cuda.Stream(non_blocking=True)
    return worker


def phase(field):
    with _side:
        angle = cp.angle(cp.asarray(field))
    return angle  # expect: CUP103


def gradient(field):
    with _worker():
        slope = cp.diff(cp.angle(cp.asarray(field)), axis=0)
    return slope  # expect: CUP103
