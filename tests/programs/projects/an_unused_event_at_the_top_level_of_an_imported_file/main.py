import cupy as cp
from holder import copier, worker
with copier:
    x = cp.ones(9)
worker.wait_event(copier.record())
