import cupy as cp
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

mem = cp.cuda.alloc_pinned_memory(N * 4)
view = np.frombuffer(mem, np.float32, N).reshape(2, N // 2)
view[:] = 1
x2 = cp.zeros((2, N // 2), dtype=np.float32)
cp.cuda.Device().synchronize()
x2.set(view, stream=s)
view[0] = 5  # expect: CUP202
print(x2)  # expect: CUP101
