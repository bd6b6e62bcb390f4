from contextlib import nullcontext
import cupy as cp


def transform(x, stream=None):
    ctx = stream if stream is not None else nullcontext()
    with ctx:
        y = cp.cos(x)
        y *= 2
    if stream is not None:
        stream.synchronize()
    return y.max()


x = cp.arange(1 << 20)
cp.cuda.Device().synchronize()
side = cp.cuda.Stream(non_blocking=True)
print(transform(x))
print(transform(x, side))
