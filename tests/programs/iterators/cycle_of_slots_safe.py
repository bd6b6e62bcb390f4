import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import itertools

streams = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
cycle = itertools.cycle(streams)
outs = []
for k in range(6):
    stream = next(cycle)
    with stream:
        outs.append(cp.full(1 << 18, k))
for stream in streams:
    stream.synchronize()
with t:
    total = outs[0] + outs[1]
t.synchronize()
print(total.sum())
