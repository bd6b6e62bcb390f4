import threading

import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

p = cupyx.zeros_pinned(1 << 20)


def work():
    x.get(stream=s1, out=p, blocking=False)
    s1.synchronize()


t = threading.Thread(target=work)
t.start()
t.join()
print(p[0])
