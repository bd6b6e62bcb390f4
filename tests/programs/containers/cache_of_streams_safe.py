import cupy as cp

_cache = {}


def stream_for(key):
    try:
        return _cache[key]
    except KeyError:
        s = _cache[key] = cp.cuda.Stream(non_blocking=True)
        return s


def finish():
    for s in _cache.values():
        s.synchronize()


x = cp.zeros(1 << 20)
cp.cuda.Device().synchronize()
with stream_for("a"):
    x += 1
with stream_for("a"):
    y = x * 2
finish()
with stream_for("b"):
    y -= 1
finish()
print(y.sum())
