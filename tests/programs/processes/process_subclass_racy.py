import multiprocessing

import cupy as cp


class Worker(multiprocessing.Process):
    def __init__(self, n):
        super().__init__()
        self.n = n

    def run(self):
        print(cp.ones(self.n).sum())


n = int(cp.arange(4).sum())
w = Worker(n)
w.start()  # expect: CUP206
w.join()
