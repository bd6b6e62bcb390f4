from collections import deque

import cupy as cp


def scores(matrix: cp.ndarray):
    upload = cp.cuda.Stream(non_blocking=True)
    compute = cp.cuda.Stream(non_blocking=True)
    resident = deque()
    found = []
    for start in range(0, matrix.shape[0], 100):
        with upload:
            x = cp.zeros((100, 1000))
            arrived = upload.record()
        resident.append(x)
        compute.wait_event(arrived)
        with compute:
            found.append(x * 2)
    compute.synchronize()
    return found
