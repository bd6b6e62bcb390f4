import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

p = cupyx.zeros_pinned(1 << 20)
x.data.copy_from_host_async(p.ctypes.data, x.nbytes, s1)
p += 1  # expect: CUP202
