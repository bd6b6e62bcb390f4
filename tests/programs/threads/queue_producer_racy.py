# simulator: agrees

import queue
import threading

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

q = queue.Queue()


def prod():
    for k in range(3):
        with s1:
            a = x * k
        q.put(a)
    q.put(None)


t = threading.Thread(target=prod)
t.start()
keep = []
while True:
    a = q.get()
    if a is None:
        break
    with s2:
        keep.append(a + 1)  # expect: CUP101
    keep.append(a)
t.join()
