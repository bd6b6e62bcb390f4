import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def halves(p, a, n):
    a[:n].get(stream=s1, out=p[n : 2 * n], blocking=False)
    print(p[: 2 * n][:4], p[: 2 * n][0])
    s1.synchronize()


p = cupyx.zeros_pinned(1 << 20)
halves(p, x, 1 << 19)
