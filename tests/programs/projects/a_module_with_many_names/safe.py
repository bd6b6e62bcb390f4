import cupy as cp
from settings import copier, worker
with copier:
    x = cp.ones(9)
worker.wait_event(copier.record())
with worker:
    y = x + 1
