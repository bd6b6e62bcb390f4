# simulator: agrees

import threading

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

ready = threading.Event()


def work():
    ready.wait()
    with s2:
        x.fill(2)


t = threading.Thread(target=work)
t.start()
with s1:
    z = x + 1
s1.synchronize()
ready.set()
t.join()
