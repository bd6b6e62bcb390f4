import queue
from concurrent.futures import ProcessPoolExecutor

import cupy as cp


class Runner:
    def __init__(self):
        self.progress = queue.Queue()  # which cannot be pickled, so that the child never gets the task
        self.a = None

    def step(self, n):
        return float(cp.ones(n).sum())

    def run(self):
        self.a = cp.ones(9)
        with ProcessPoolExecutor() as pool:
            return pool.submit(self.step, 3).result()


print(Runner().run())
