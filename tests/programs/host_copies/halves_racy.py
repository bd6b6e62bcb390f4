import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

p = cupyx.zeros_pinned(1 << 20)
n = 1 << 19
x[:n].set(p[:n], stream=s1)
x[n:].set(p[n:], stream=s2)
s1.synchronize()
p[:n] = 3
p[n:] = 3  # expect: CUP202
s2.synchronize()
