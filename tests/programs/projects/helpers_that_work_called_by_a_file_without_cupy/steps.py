import cupy as cp
from streams import copier, worker

def load(n):
    with copier:
        return cp.ones(n)

def use(x):
    with worker:
        return x * 2  # expect: CUP101

def wait():
    copier.synchronize()
