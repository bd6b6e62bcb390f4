import threading

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

local = threading.local()


def mine():
    if getattr(local, "stream", None) is None:
        local.stream = cp.cuda.Stream(non_blocking=True)
    return local.stream


def fill():
    with mine():
        x.fill(2)
    mine().synchronize()


thread = threading.Thread(target=fill)
thread.start()
thread.join()
with s1:
    a = x * 2
