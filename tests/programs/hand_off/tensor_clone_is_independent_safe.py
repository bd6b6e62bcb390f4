import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

t = torch.from_dlpack(x).clone()
torch.cuda.current_stream().synchronize()
with s1:
    x += 1
print(t.sum())
