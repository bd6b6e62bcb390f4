import cupy as cp
import numpy as np
import torch

s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

ts = torch.cuda.Stream()
cs = cp.cuda.ExternalStream(ts.cuda_stream)
with torch.cuda.stream(ts):
    t = torch.ones(1 << 20, device="cuda")
with cs:
    a = cp.asarray(t) * 2
ts.synchronize()
print(a.sum())
