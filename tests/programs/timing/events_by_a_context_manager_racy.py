"""The events are on the stream that the manager is given, the work on another one."""
from contextlib import contextmanager

import cupy as cp


@contextmanager
def timed(stream):
    first, last = cp.cuda.Event(), cp.cuda.Event()
    first.record(stream)
    yield
    last.record(stream)
    last.synchronize()
    print(cp.cuda.get_elapsed_time(first, last))  # expect: CUP505


work = cp.cuda.Stream(non_blocking=True)
x = cp.random.rand(1000, 1000)
cp.cuda.Device().synchronize()
with timed(cp.cuda.Stream.null):
    with work:
        y = x @ x
work.synchronize()
