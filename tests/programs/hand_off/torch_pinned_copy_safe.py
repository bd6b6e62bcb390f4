import cupy as cp
import numpy as np
import torch

s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

host = torch.empty(1 << 20, pin_memory=True)
dev = host.cuda(non_blocking=True)
a = cp.asarray(dev)
print(a.sum())
