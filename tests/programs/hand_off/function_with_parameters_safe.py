import cupy as cp
import numpy as np
import torch

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def to_cupy(tensor):
    return cp.from_dlpack(torch.utils.dlpack.to_dlpack(tensor))


def run(tensor):
    a = to_cupy(tensor)
    return torch.as_tensor(a * 2, device=tensor.device)
