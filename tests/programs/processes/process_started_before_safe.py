from multiprocessing import Process

import cupy as cp


def work(n):
    cp.ones(n).sum()


p = Process(target=work, args=(3,))
p.start()
x = cp.ones(10)
p.join()
