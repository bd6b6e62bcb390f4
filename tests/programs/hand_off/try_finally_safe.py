import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

try:
    with s1:
        z = x * 2
finally:
    s1.synchronize()
print(torch.as_tensor(z, device="cuda").sum())
