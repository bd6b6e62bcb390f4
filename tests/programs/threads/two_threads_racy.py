# simulator: agrees

import threading

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def f(s, k):
    with s:
        x.fill(k)  # expect: CUP102
    s.synchronize()


ts = [threading.Thread(target=f, args=(s, k)) for k, s in enumerate([s1, s2])]
for t in ts:
    t.start()
for t in ts:
    t.join()
