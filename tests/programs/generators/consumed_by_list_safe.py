import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def synced(streams):
    for stream in streams:
        stream.synchronize()
        yield stream


with s:
    y = x * 2
with t:
    z = cp.zeros(8)
list(synced([s, t]))
print(y.sum(), z)
