from concurrent.futures import ProcessPoolExecutor

import cupy as cp


class Runner:
    def __init__(self):
        self.progress = []
        pass

    def step(self, n):
        return float(cp.ones(n).sum())

    def run(self):
        cp.ones(9)
        with ProcessPoolExecutor() as pool:
            return pool.submit(self.step, 3).result()  # expect: CUP206


print(Runner().run())
