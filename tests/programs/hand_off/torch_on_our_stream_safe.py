import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1, torch.cuda.stream(torch.cuda.ExternalStream(s1.ptr)):
    z = x * 2
    t = torch.as_tensor(z, device="cuda")
    r = t.sum()
