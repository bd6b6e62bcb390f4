from functools import partial
import cupy as cp


def apply(fn, x, *, stream, wait=True):
    with stream:
        y = fn(x)
    if wait:
        stream.synchronize()
    return y


s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
on_s = partial(apply, stream=s)
sqrt_on_t = partial(apply, cp.sqrt, stream=t, wait=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
y = on_s(cp.exp, x)
z = sqrt_on_t(y)
print(z.sum())
