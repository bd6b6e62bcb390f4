import cupy as cp
import numpy as np
import torch

s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

t = torch.ones(1 << 20, device="cuda")
with s1:
    r = cp.asarray(t) * 2  # expect: CUP204
