import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    z = x * 2
t = torch.tensor([1, 2, 3], device="cuda")
print(t.sum())
