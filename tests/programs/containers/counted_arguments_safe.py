# What is counted tells which arguments are converted: the number at the end never is, on whatever path.
import cupy as cp
import numpy as np

stream = cp.cuda.Stream(non_blocking=True)


def batch(function, *args):
    given = list(args)
    chunked, whole = 0, 0
    for each in given:
        if isinstance(each, np.ndarray) and each.shape[0] == given[0].shape[0]:
            chunked += 1
        elif isinstance(each, np.ndarray):
            whole += 1
    for k in range(chunked, chunked + whole):
        given[k] = cp.asarray(given[k])
    with stream:
        function(*given[:chunked], *given[chunked:])
    stream.synchronize()


def scaled(x, y, factor):
    print(cp.ones(4) * factor)


def main(x, y):
    batch(scaled, x, y, 1)
