import cupy as cp
import torch

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

t = torch.utils.dlpack.from_dlpack(x.toDlpack())
