import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

memory = cp.cuda.PinnedMemory(1 << 23)
a = np.frombuffer(cp.cuda.PinnedMemoryPointer(memory, 0), dtype="f8")
b = np.ndarray((1 << 20,), dtype="f8", buffer=cp.cuda.pinned_memory._malloc(1 << 23))
x.set(a, stream=s1)
y.set(b, stream=s1)
s1.synchronize()
a[...] = 3
b[...] = 3
