import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
_streams = {}


def stream_for(key):
    if key not in _streams:
        _streams[key] = cp.cuda.Stream(non_blocking=True)
    return _streams[key]


with stream_for("a"):
    y = x * 2
with stream_for("a"):
    z = y + 1
stream_for("a").synchronize()
print(z.sum())
