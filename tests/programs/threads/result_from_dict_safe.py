# simulator: agrees

import threading

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

results = {}


def f(k):
    with s1:
        results[k] = x * k
    s1.synchronize()


ts = [threading.Thread(target=f, args=(k,)) for k in range(2)]
for t in ts:
    t.start()
for t in ts:
    t.join()
z = results[0] + results[1]
