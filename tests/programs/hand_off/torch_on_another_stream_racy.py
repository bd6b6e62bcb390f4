import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

side = torch.cuda.Stream()
with s1:
    z = x * 2
with torch.cuda.stream(side):
    r = torch.as_tensor(z, device="cuda").sum()  # expect: CUP204
