import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

p = cupyx.zeros_pinned(1 << 20)
x.set(p, stream=s1)
del p
q = cupyx.zeros_pinned(1 << 20)  # expect: CUP203
