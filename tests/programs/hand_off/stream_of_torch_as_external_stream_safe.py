import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import torch

ext = torch.cuda.ExternalStream(s.ptr)
with s:
    y = x * 2
ext.synchronize()
print(y.sum())
with s:
    z = y + 1
torch.cuda.current_stream().wait_stream(ext)
w = torch.as_tensor(z)
torch.cuda.synchronize()
print(z.sum(), w)
