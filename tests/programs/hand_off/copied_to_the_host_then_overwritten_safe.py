import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

z = x * 2
t = torch.as_tensor(z, device=torch.device("cpu"))
with s1:
    z += 1
print(t.sum())
