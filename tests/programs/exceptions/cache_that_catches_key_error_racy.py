import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
_cache = {}


def stream_for(key):
    try:
        return _cache[key]
    except KeyError:
        stream = _cache[key] = cp.cuda.Stream(non_blocking=True)
        return stream


with stream_for("a"):
    y = x * 2
with stream_for("b"):
    z = y + 1  # expect: CUP101
cp.cuda.Device().synchronize()
print(z.sum())
