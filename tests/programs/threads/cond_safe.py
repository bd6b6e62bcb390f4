# simulator: agrees

import threading

import cupy as cp

x = cp.ones(1 << 20)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

cond = threading.Condition()
items = []


def work():
    with s2:
        a = x * 2
    s2.synchronize()
    with cond:
        items.append(a)
        cond.notify()


t = threading.Thread(target=work)
t.start()
with cond:
    while not items:
        cond.wait()
z = items[0] + 1
t.join()
