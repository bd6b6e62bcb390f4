import cupy as cp
import somewhere
import torch

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

t = torch.from_dlpack(x)
somewhere.train(t)
with s1:
    z = x * 2
