import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
p = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()


def done(arg):
    print(p.sum())


x.get(stream=s, out=p, blocking=False)
s.launch_host_func(done, None)
s.synchronize()
