import cupy as cp
from elsewhere import spawn

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def make(n):
    def run(amount):
        x = cp.zeros(n)
        with cp.cuda.Stream(non_blocking=True):
            x += amount  # expect: CUP101
        cp.cuda.Device().synchronize()

    spawn(n, task=run)
