import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)

z = cp.zeros(1 << 20)
cp.cuda.Device().synchronize()
t = torch.as_tensor(z, device="cuda")
for i in range(3):
    with s1:
        z += 1
    s1.synchronize()
    print(t.sum().item())
