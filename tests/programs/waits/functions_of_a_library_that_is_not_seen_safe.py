import cupy as cp

from mylib.gpu import device_synchronize
from mylib import streams as pool


def run(x):
    side = cp.cuda.Stream(non_blocking=True)
    with side:
        y = cp.exp(x)  # maybe: CUP101
    device_synchronize()
    return y + 1  # maybe: CUP103


def run2(x):
    side = cp.cuda.Stream(non_blocking=True)
    with side:
        y = cp.exp(x)  # maybe: CUP101
    pool.wait_for(side)
    return y + 1  # maybe: CUP103


x = cp.ones(1 << 20)
device_synchronize()
print(run(x), run2(x))
