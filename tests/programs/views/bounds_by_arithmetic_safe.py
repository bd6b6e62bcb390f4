import cupy as cp

n, parts = 1 << 20, 4
step = n // parts
streams = [cp.cuda.Stream(non_blocking=True) for _ in range(parts)]
x = cp.zeros(n)
out = cp.zeros((parts, step))
cp.cuda.Device().synchronize()
for k, s in enumerate(streams):
    with s:
        x[k * step : (k + 1) * step] += k
        out[k, :] = x[k * step : (k + 1) * step]
for k in range(parts):
    streams[k].synchronize()
chunks = cp.array_split(x, parts)
for s, c in zip(streams, chunks):
    with s:
        c *= 2
for s in reversed(streams):
    s.synchronize()
print(out.sum(), x.sum())
