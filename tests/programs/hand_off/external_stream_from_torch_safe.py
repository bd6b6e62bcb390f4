import cupy as cp
import torch

ts = torch.cuda.Stream()
cs = cp.cuda.ExternalStream(ts.cuda_stream)
with torch.cuda.stream(ts):
    t = torch.ones(1 << 20, device="cuda")
with cs:
    a = cp.asarray(t) * 2
ts.synchronize()
print(a.sum())
