from multiprocessing import Process

import cupy as cp


def work(n):
    cp.ones(n).sum()


x = cp.ones(10)
p = Process(target=work, args=(3,))
p.start()  # expect: CUP206
p.join()
