import cupy as cp


def worked(x):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        return x * 2  # expect: CUP101


def used(x):
    return worked(x) + 1  # expect: CUP103
