from concurrent.futures import ThreadPoolExecutor

import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
p = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()


def consume(b, e):
    return b.sum()  # expect: CUP201


x.get(stream=s, out=p, blocking=False)
e = s.record()
with ThreadPoolExecutor(1) as ex:
    print(ex.submit(consume, p, e).result())
