# simulator: agrees

import threading

import cupy as cp

x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

bar = threading.Barrier(2)


def work():
    with s2:
        x.fill(2)
    s2.synchronize()
    bar.wait()
    with s2:
        y.fill(2)
    s2.synchronize()


t = threading.Thread(target=work)
t.start()
bar.wait()
z = x + 1
t.join()
w = y + 1
