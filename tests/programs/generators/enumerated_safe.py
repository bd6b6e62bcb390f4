import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def synced(streams):
    for stream in streams:
        stream.synchronize()
        yield stream


streams = [s, t]
parts = []
for stream in streams:
    with stream:
        parts.append(cp.ones(1 << 18))
total = cp.zeros(1 << 18)
for k, stream in enumerate(synced(streams)):
    total += parts[k]
print(total.sum())
