import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import functools


def on(stream):
    def decorate(fn):
        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            with stream:
                out = fn(*args, **kwargs)
            stream.synchronize()
            return out

        return wrapper

    return decorate


@on(s)
def double(a):
    return a * 2


@on(t)
def inc(a):
    return a + 1


print(inc(double(x)).sum())
