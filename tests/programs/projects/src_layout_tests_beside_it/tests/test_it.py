import cupy as cp
from lib.streams import copier, worker

def test():
    with copier:
        x = cp.ones(9)
    with worker:
        y = x + 1  # expect: CUP101
