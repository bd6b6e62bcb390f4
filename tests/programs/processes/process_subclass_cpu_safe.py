import multiprocessing

import cupy as cp


class Worker(multiprocessing.Process):
    def __init__(self, n):
        super().__init__()
        self.n = n

    def run(self):
        print(self.n * 2)


n = int(cp.arange(4).sum())
w = Worker(n)
w.start()
