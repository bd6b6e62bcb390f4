import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

n = 1 << 19
p = cupyx.zeros_pinned(2 * n)
x[:n].get(stream=s1, out=p[n:], blocking=False)
print(p[: 2 * n][0], p[10:][5:8].sum(), p[4 : n + 9][: n - 4].sum())
s1.synchronize()
