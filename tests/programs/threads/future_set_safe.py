# simulator: agrees

import concurrent.futures
import threading

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

fut = concurrent.futures.Future()


def work():
    with s1:
        a = x * 2
    s1.synchronize()
    fut.set_result(a)


t = threading.Thread(target=work)
t.start()
z = fut.result() + 1
t.join()
