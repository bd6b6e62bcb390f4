import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import operator

with s:
    y = x * 2
with t:
    z = cp.zeros(8)
list(map(lambda stream: stream.synchronize(), [s, t]))
print(y.sum(), z)
with s:
    y += 1
list(map(operator.methodcaller("synchronize"), [s, t]))
print(y.sum())  # maybe: CUP103
with s:
    y += 1
list(map(cp.cuda.Stream.synchronize, (s, t)))
print(y.sum())  # maybe: CUP103
