from functools import partial
import cupy as cp


def apply(fn, x, *, stream, wait=True):
    with stream:
        y = fn(x)  # expect: CUP101
    if wait:
        stream.synchronize()
    return y


s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
on_s = partial(apply, stream=s, wait=False)
on_t = partial(apply, stream=t)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
y = on_s(cp.exp, x)
z = on_t(cp.sqrt, y)
cp.cuda.Device().synchronize()
print(z.sum())
