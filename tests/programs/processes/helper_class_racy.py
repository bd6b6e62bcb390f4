import multiprocessing

import cupy as cp


def task(n):
    return cp.linalg.norm(cp.ones(n)).item()


class Runner:
    def __init__(self):
        self.scale = cp.ones(10)
        self.pool = multiprocessing.Pool(2)  # expect: CUP206

    def run(self, items):
        return self.pool.map(task, items)


print(Runner().run([1, 2]))
