import cupy as cp
import streams
from waits import after
with streams.copier:
    x = cp.ones(9)
after(streams.worker, streams.copier)
with streams.worker:
    y = x + 1
with streams.copier:
    z = y + 1  # expect: CUP101
