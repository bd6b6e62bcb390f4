# simulator: agrees

import queue
import threading

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

slots = threading.Semaphore(2)
ready = queue.Queue()
bufs = [cp.zeros(1 << 20), cp.zeros(1 << 20)]
cp.cuda.Device().synchronize()


def cons():
    while (b := ready.get()) is not None:
        with s2:
            _z = b + 1
        s2.synchronize()
        slots.release()


t = threading.Thread(target=cons)
t.start()
for k in range(6):
    slots.acquire()
    b = bufs[k % 2]
    with s1:
        b.fill(k)
    s1.synchronize()
    ready.put(b)
ready.put(None)
t.join()
