import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def fetch(a, wait=True):
    out = cupyx.zeros_pinned(a.shape)
    a.get(stream=s1, out=out, blocking=False)
    if not wait:
        return out
    s1.synchronize()
    return out


print(fetch(x, wait=False)[0])  # expect: CUP201
