import cupy as cp
import lib
from lib import later
with lib.copier:
    x = cp.ones(9)
with later:
    y = x + 1  # expect: CUP101
with lib.s.worker:
    z = y + 1
