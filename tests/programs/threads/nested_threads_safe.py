# simulator: agrees

import threading

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def inner():
    with s1:
        x.fill(2)
    s1.synchronize()


def outer():
    t = threading.Thread(target=inner)
    t.start()
    t.join()


t = threading.Thread(target=outer)
t.start()
t.join()
z = x + 1
