import threading

import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
p = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()


def fill():
    p[:] = 3


x.set(p, stream=s)
s.synchronize()
th = threading.Thread(target=fill)
th.start()
th.join()
x.set(p, stream=s)
s.synchronize()
