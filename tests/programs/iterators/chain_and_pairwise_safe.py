import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import itertools

more = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
with s:
    x += 1
for a, b in itertools.pairwise([s, *more]):
    b.wait_event(a.record())
with more[-1]:
    x *= 2
for stream in itertools.chain([s, t], more):
    stream.synchronize()
print(x.sum())
with more[0]:
    x += 1
for stream in filter(None, more):
    stream.synchronize()
print(x.sum())  # maybe: CUP103
