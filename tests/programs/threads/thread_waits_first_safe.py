import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import threading

ready = threading.Event()


def worker():
    ready.wait()
    with t:
        print(float(x.sum()))


th = threading.Thread(target=worker)
th.start()
with s:
    x.fill(3)
s.synchronize()
ready.set()
th.join()
