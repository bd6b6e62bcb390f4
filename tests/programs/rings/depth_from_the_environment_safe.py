import argparse, itertools, os, random, collections
import cupy as cp
import numpy as np

copy = cp.cuda.Stream(non_blocking=True)
work = cp.cuda.Stream(non_blocking=True)
depth = int(os.environ["DEPTH"])
bufs = [cp.zeros(9) for _ in range(depth)]
free = [cp.cuda.Event() for _ in range(depth)]
full = [cp.cuda.Event() for _ in range(depth)]
cp.cuda.Device().synchronize()
for f in free:
    f.record(work)
sums = []
j = 0
for k, host in enumerate(np.ones((20, 9))):
    j = k % depth
    copy.wait_event(free[j])
    bufs[j].set(host, stream=copy)
    full[j].record(copy)
    work.wait_event(full[j])
    with work:
        sums.append(bufs[j].sum())
    free[j].record(work)
    pass
work.synchronize()
print(sum(float(s) for s in sums))
