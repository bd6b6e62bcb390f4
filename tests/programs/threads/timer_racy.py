# simulator: agrees

import threading

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def f(a):
    with s1:
        a *= 2


t = threading.Timer(0.01, f, [x])
t.start()
t.join()
z = x + 1  # expect: CUP101
