import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

p = cupyx.zeros_pinned(1 << 20)


def load(n):
    x.get(stream=s1, out=p, blocking=False)
    if n < 0:
        raise ValueError(n)
    s1.synchronize()


try:
    load(-1)
except ValueError:
    print(p[0])  # expect: CUP201
