# simulator: agrees

import threading

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def f(a, *, k):
    with s1:
        a *= k
    s1.synchronize()


t = threading.Thread(target=f, args=[x], kwargs={"k": 2})
t.start()
t.join()
print(float(x[0]))
