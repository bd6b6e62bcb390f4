import cupy as cp

_stream = None


def get_stream():
    global _stream
    if _stream is None:
        _stream = cp.cuda.Stream(non_blocking=True)
    return _stream


def produce(n):
    with get_stream():
        return cp.arange(n) * 2


def consume(a):
    with get_stream():
        return float(a.sum())


def flush():
    get_stream().synchronize()


a = produce(1 << 20)
print(consume(a))
a = produce(10)
flush()
print(a)
