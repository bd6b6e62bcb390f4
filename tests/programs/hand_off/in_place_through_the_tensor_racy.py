import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

t = torch.from_dlpack(x)
t += 5
with s1:
    z = x * 2  # expect: CUP204
