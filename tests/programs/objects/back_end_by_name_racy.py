import time

import cupy as cp

side = cp.cuda.Stream(non_blocking=True)


class Dense:
    def multiply(self, a):
        return a @ a  # expect: CUP101


class Careful:
    def multiply(self, a):
        cp.cuda.Device().synchronize()
        return a @ a


BACK_ENDS = {"dense": Dense, "careful": Careful}


def multiply(name, n):
    back_end = BACK_ENDS[name]()
    a = cp.ones((n, n))
    with side:
        b = back_end.multiply(a)
    side.synchronize()
    return b


class Simulator:
    def __init__(self, back_end="dense"):
        self.back_end = {"dense": Dense}[back_end]()

    def run(self, n):
        a = cp.ones((n, n))
        cp.cuda.Device().synchronize()
        start = time.perf_counter()
        b = self.back_end.multiply(a)
        print(time.perf_counter() - start)  # expect: CUP501
        return b
