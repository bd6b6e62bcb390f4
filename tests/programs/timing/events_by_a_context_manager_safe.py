"""The manager is given the stream of the work."""
from contextlib import contextmanager

import cupy as cp


@contextmanager
def timed(stream):
    first, last = cp.cuda.Event(), cp.cuda.Event()
    first.record(stream)
    yield
    last.record(stream)
    last.synchronize()
    print(cp.cuda.get_elapsed_time(first, last))


work = cp.cuda.Stream(non_blocking=True)
x = cp.random.rand(1000, 1000)
cp.cuda.Device().synchronize()
with timed(work):
    with work:
        y = x @ x
work.synchronize()
