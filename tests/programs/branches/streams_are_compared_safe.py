import cupy as cp


def fence(src, dst):
    """Order dst after src; nothing to do when they are one stream."""
    if src != dst:
        dst.wait_event(src.record())


def move(x, src, dst):
    with src:
        y = x + 1
    fence(src, dst)
    with dst:
        z = y * 2
    fence(dst, src)
    with src:
        y.fill(0)
    src.synchronize()
    return z


a = cp.cuda.Stream(non_blocking=True)
b = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 16)
cp.cuda.Device().synchronize()
r = [move(x, a, b), move(x, a, a), move(x, b, a)]
b.synchronize()
print([float(v.sum()) for v in r])
