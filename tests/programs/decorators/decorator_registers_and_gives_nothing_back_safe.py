import cupy as cp

handlers = {}


def handler(function):
    handlers[function.__name__] = function


@handler
def total(values):
    s = cp.cuda.Stream(non_blocking=True)
    x = cp.ones(1 << 20)
    s.wait_event(cp.cuda.Stream.null.record())
    with s:
        y = x.sum()
    s.synchronize()
    return y
