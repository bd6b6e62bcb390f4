import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

n = 1 << 19
p = cupyx.zeros_pinned(2 * n)
x[:n].get(stream=s1, out=p[n:], blocking=False)
print(p[: 2 * n][n])  # expect: CUP201
print(p[10:][n:].sum())  # expect: CUP201
s1.synchronize()
