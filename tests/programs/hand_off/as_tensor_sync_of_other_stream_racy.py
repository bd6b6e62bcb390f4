import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    z = x * 2
s2.synchronize()
r = torch.as_tensor(z, device="cuda").sum()  # expect: CUP204
