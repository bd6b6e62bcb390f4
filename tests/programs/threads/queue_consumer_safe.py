# simulator: agrees

import queue
import threading

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

q = queue.Queue()
keep = []


def cons():
    while (a := q.get()) is not None:
        with s2:
            keep.append(a + 1)


t = threading.Thread(target=cons)
t.start()
for k in range(3):
    with s1:
        a = x * k
    s1.synchronize()
    keep.append(a)
    q.put(a)
q.put(None)
t.join()
