# simulator: agrees

import threading

import cupy as cp

x = cp.ones(1 << 20)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

sem = threading.Semaphore(0)


def work():
    with s2:
        x.fill(2)
    s2.synchronize()
    sem.release()


t = threading.Thread(target=work)
t.start()
sem.acquire()
z = x + 1
t.join()
