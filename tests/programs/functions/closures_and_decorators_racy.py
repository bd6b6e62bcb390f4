import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def on(stream):
    def decorate(function):
        def wrapped(*args):
            with stream:
                return function(*args)

        return wrapped

    return decorate


@on(s1)
def double(values):
    return values * 2


@on(s2)
def more(values):
    return values + 1  # expect: CUP101


more(double(x))
