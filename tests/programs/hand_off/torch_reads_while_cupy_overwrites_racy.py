import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

t = torch.from_dlpack(x)
r = t * 2
with s1:
    x[...] = 0  # expect: CUP204
