import cupy as cp
import numpy as np
import torch

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

side = torch.cuda.Stream()
t = torch.ones(8, device="cuda")
with torch.cuda.stream(side):
    u = t * 2
print(u.sum(), x.sum())
