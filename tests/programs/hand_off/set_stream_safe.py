import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

torch.cuda.set_stream(torch.cuda.ExternalStream(s1.ptr))
s1.use()
z = x * 2
r = torch.as_tensor(z, device="cuda").sum()
