# simulator: agrees

import queue
import threading

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

free, full = queue.Queue(), queue.Queue()
for _ in range(2):
    free.put(cp.zeros(1 << 20))
cp.cuda.Device().synchronize()


def work():
    while (b := full.get()) is not None:
        with s2:
            _z = b + 1
        s2.synchronize()
        free.put(b)


t = threading.Thread(target=work)
t.start()
for k in range(6):
    b = free.get()
    with s1:
        b.fill(k)
    s1.synchronize()
    full.put(b)
full.put(None)
t.join()
