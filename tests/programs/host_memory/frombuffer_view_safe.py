import cupy as cp
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
cp.cuda.Device().synchronize()

mem = cp.cuda.alloc_pinned_memory(N * 4)
view = np.frombuffer(mem, dtype=np.float32, count=N)
x.get(stream=s, out=view, blocking=False)
s.synchronize()
print(view.sum())
