import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
with s:
    y = x * 2
with t:
    z = cp.zeros(8)
seen = set()
for stream in [s, t, s]:
    if stream not in seen:
        stream.synchronize()
        seen.add(stream)
print(y.sum(), z)
