import argparse, itertools, os, random, collections
import cupy as cp
import numpy as np

copy = cp.cuda.Stream(non_blocking=True)
work = cp.cuda.Stream(non_blocking=True)

bufs = [cp.zeros(9) for _ in range(2)]
free = [cp.cuda.Event() for _ in range(2)]
full = [cp.cuda.Event() for _ in range(2)]
cp.cuda.Device().synchronize()
for f in free:
    f.record(work)
sums = []
j = 0
for k, host in enumerate(np.ones((20, 9))):
    pass
    copy.wait_event(free[j])
    bufs[j].set(host, stream=copy)
    full[j].record(copy)
    work.wait_event(full[j])
    with work:
        sums.append(bufs[j].sum())
    free[j].record(work)
    j ^= 1
work.synchronize()
print(sum(float(s) for s in sums))
