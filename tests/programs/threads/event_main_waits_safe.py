# simulator: agrees

import threading

import cupy as cp

x = cp.ones(1 << 20)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

ready = threading.Event()


def work():
    with s2:
        x.fill(2)
    s2.synchronize()
    ready.set()


t = threading.Thread(target=work)
t.start()
ready.wait()
z = x + 1
t.join()
