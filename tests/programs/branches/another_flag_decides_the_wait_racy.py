import os
import cupy as cp

USE_STREAMS = os.environ.get("USE_STREAMS", "0") == "1"
CAREFUL = os.environ.get("CAREFUL", "0") == "1"
if USE_STREAMS:
    s_copy = cp.cuda.Stream(non_blocking=True)
    s_work = cp.cuda.Stream(non_blocking=True)
else:
    s_copy = s_work = cp.cuda.Stream.null


def run(n):
    with s_copy:
        x = cp.arange(n)
    if CAREFUL:
        s_work.wait_event(s_copy.record())
    with s_work:
        y = x * 2  # expect: CUP101
        h = y.get()
    return h


print(run(100).sum())
