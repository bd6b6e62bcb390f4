import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
y = cp.ones(N, dtype=np.float32)
p = cupyx.zeros_pinned(N, dtype="float32")
q = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()

bufs = {"a": p, "b": q}
x.get(stream=s, out=bufs["a"], blocking=False)
y.get(stream=t, out=bufs["b"], blocking=False)
t.synchronize()
print(bufs["b"].sum())
print(bufs["a"].sum())  # expect: CUP201
