import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

buffers = {"a": cupyx.zeros_pinned(1 << 20), "b": cupyx.zeros_pinned(1 << 20)}
x.get(stream=s1, out=buffers["a"], blocking=False)
y.get(stream=s2, out=buffers["b"], blocking=False)
s1.synchronize()
print(buffers["a"].sum())
s2.synchronize()
print(buffers["b"].sum())
