import cupy as cp
from lib.streams import copier, worker
from lib.gpu.helpers import double


def racy():
    a = double(copier)
    with worker:
        return a + 1  # expect: CUP101


def safe():
    a = double(copier)
    worker.wait_event(copier.record())
    with worker:
        return a + 1
