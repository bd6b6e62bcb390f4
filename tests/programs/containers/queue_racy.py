import queue

import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

q = queue.Queue()
p = queue.Queue()
for k in range(2):
    q.put(cp.cuda.Stream(non_blocking=True))
for k in range(3):
    p.put(cp.empty(1 << 20))
for i in range(7):
    s = q.get()
    b = p.get()
    with s:
        b[...] = x  # expect: CUP102
    q.put(s)
    p.put(b)
