import cupy as cp
import numpy as np
import torch

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

side = torch.cuda.Stream()
with torch.cuda.stream(side), cp.cuda.ExternalStream(side.cuda_stream):
    z = x * 2
    t = torch.as_tensor(z, device="cuda")
    r = t.sum()
