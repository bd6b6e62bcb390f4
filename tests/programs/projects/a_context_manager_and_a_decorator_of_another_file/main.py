import cupy as cp
from managers import finished, on, waiting
a, b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)

@finished(a)
def make():
    with a:
        return cp.ones(9)

with waiting(a):
    x = cp.ones(9)
with b:
    y = x + make()
with on(a):
    z = cp.ones(9)  # expect: CUP104
with b:
    y = z + 1  # expect: CUP101
