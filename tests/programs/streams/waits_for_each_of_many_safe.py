import cupy as cp

n_streams = 4
streams = []
for _ in range(n_streams):
    streams.append(cp.cuda.Stream(non_blocking=True))

x = cp.ones((n_streams, 1 << 20), dtype=cp.float32)
cp.cuda.Stream.null.synchronize()
parts = []
for k, s in enumerate(streams):
    with s:
        parts.append(cp.exp(x[k]))
for s in streams:
    s.synchronize()
total = cp.stack(parts).sum()
x[...] = 0
print(float(total))
