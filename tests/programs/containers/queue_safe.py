import queue

import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

q = queue.Queue()
for k in range(2):
    q.put((cp.cuda.Stream(non_blocking=True), cp.empty(1 << 20)))
for i in range(7):
    s, b = q.get()
    with s:
        b[...] = x
    q.put((s, b))
