import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import threading

_tls = threading.local()


def stream():
    if getattr(_tls, "stream", None) is None:
        _tls.stream = cp.cuda.Stream(non_blocking=True)
    return _tls.stream


def compute(a):
    with stream():
        b = a * 2
    stream().synchronize()
    return b


y = compute(x)
with t:
    z = y + 1
t.synchronize()
with _tls.stream:
    w = z * y
_tls.stream.synchronize()
print(w.sum())
