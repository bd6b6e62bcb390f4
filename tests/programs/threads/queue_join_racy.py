# simulator: agrees

import queue
import threading

import cupy as cp

x = cp.ones(1 << 20)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

q = queue.Queue()
keep = []


def cons():
    while True:
        a = q.get()
        if a is None:
            return
        with s2:
            a += 1
        q.task_done()


t = threading.Thread(target=cons, daemon=True)
t.start()
for _k in range(3):
    q.put(x)
q.join()
z = x + 1  # expect: CUP101
q.put(None)
t.join()
