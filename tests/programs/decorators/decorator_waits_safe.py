import functools
import cupy as cp


def synchronized(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        out = fn(*args, **kwargs)
        cp.cuda.Device().synchronize()
        return out

    return wrapper


side = cp.cuda.Stream(non_blocking=True)


@synchronized
def ones(n):
    return cp.ones(n)


@synchronized
def square(x):
    with side:
        return x * x


x = ones(1 << 20)
y = square(x)
print(y.sum())
