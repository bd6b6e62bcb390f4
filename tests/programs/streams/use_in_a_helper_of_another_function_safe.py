import cupy as cp

a = cp.cuda.Stream(non_blocking=True)
b = cp.cuda.Stream(non_blocking=True)


def smooth(x):
    a.use()
    return x * 2


def update(x):
    y = smooth(x)
    b.wait_event(a.record())
    with b:
        z = y + 1
    b.synchronize()
    return z


def probe(x):  # what `smooth` and `update` made current between them, it never heard of
    return x + 1


x = cp.ones(9)
cp.cuda.Device().synchronize()
print(probe(update(x)))
