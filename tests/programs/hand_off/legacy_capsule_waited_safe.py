import cupy as cp
from torch.utils.dlpack import from_dlpack

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    z = x * 2
    t = from_dlpack(z.toDlpack())
s1.synchronize()
r = t.mean()
