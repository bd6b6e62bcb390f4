# simulator: agrees

import queue
import threading

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

q = queue.Queue(maxsize=1)
bufs = [cp.zeros(1 << 20) for _ in range(3)]
cp.cuda.Device().synchronize()


def prod():
    for k in range(9):
        b = bufs[k % 3]
        with s1:
            b.fill(k)
        s1.synchronize()
        q.put(b)
    q.put(None)


t = threading.Thread(target=prod)
t.start()
while (b := q.get()) is not None:
    with s2:
        z = b + 1
    s2.synchronize()
t.join()
