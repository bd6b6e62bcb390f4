import time

import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    z = x * 2
while not s1.done:
    time.sleep(0.01)
print(torch.as_tensor(z, device="cuda").sum())
