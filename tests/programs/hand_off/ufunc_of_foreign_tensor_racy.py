import cupy as cp
import numpy as np
import torch

s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

side = torch.cuda.Stream()
with torch.cuda.stream(side):
    t = torch.ones(1 << 20, device="cuda")
r = cp.add(t, 1)  # expect: CUP204
