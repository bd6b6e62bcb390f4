import cupy as cp
import torch

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

c = x.toDlpack()
t = torch.from_dlpack(c)
u = torch.from_dlpack(c)  # expect: CUP208
