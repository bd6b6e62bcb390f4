import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

t = torch.from_dlpack(x)
t.mul_(5)
torch.cuda.synchronize()
with s1:
    z = x * 2
