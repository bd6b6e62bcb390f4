import cupy as cp
import numpy as np

s = cp.cuda.Stream(non_blocking=True)


def run(*args):
    arrays = list(args)
    flat = 0
    for each in arrays:
        if len(each.shape) <= 1:
            flat += 1
    for k in range(flat, len(arrays)):
        arrays[k] = cp.asarray(arrays[k])
    with s:
        y = cp.asarray(arrays[0]) + 1  # expect: CUP101
    s.synchronize()
    print(y)


run(np.ones((8, 4)), np.ones((8, 4)))
