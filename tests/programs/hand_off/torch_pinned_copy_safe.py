import cupy as cp
import torch

host = torch.empty(1 << 20, pin_memory=True)
dev = host.cuda(non_blocking=True)
a = cp.asarray(dev)
print(a.sum())
