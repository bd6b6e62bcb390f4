import cupy as cp
import torch

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

z = x * 2
t = torch.as_tensor(z, device="cuda")
print(t.sum().item())
