# simulator: agrees

import threading
import time

import cupy as cp

x = cp.ones(1 << 20)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

lock = threading.Lock()


def work():
    with lock:
        with s2:
            x.fill(2)
        s2.synchronize()


t = threading.Thread(target=work)
t.start()
time.sleep(0.1)
with lock:
    z = x + 1
t.join()
