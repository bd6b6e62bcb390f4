# simulator: agrees

import threading

import cupy as cp

x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

lock = threading.RLock()


def inner():
    with lock:
        with s1:
            x.fill(1)
        s1.synchronize()


def outer():
    with lock:
        inner()


t = threading.Thread(target=outer)
with lock:
    t.start()
    with lock:
        y = x + 1
    cp.cuda.Device().synchronize()
t.join()
z = x + 1
