import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)

z = cp.zeros(1 << 20)
cp.cuda.Device().synchronize()
t = torch.as_tensor(z, device="cuda")
for i in range(3):
    with s1:
        z += 1  # expect: CUP204
    s1.synchronize()
    r = t.sum()
