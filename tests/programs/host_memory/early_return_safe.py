import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
p = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()


def take(wait):
    x.get(stream=s, out=p, blocking=False)
    if not wait:
        return None
    s.synchronize()
    return p.sum()


print(take(True), take(False))
s.synchronize()
