import cupy as cp
def f():
    from streams import copier, worker
    with copier:
        x = cp.ones(9)
    with worker:
        return x + 1  # expect: CUP101
