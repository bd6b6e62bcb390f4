from concurrent.futures import ThreadPoolExecutor

import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

outs = [cupyx.zeros_pinned(1 << 20) for _ in range(2)]


def fetch(k):
    (x, y)[k].get(stream=(s1, s2)[k], out=outs[k], blocking=False)
    return outs[k]


with ThreadPoolExecutor(2) as pool:
    for out in pool.map(fetch, range(2)):
        print(out[0])  # expect: CUP201
