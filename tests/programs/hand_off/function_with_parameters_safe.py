import cupy as cp
import torch


def to_cupy(tensor):
    return cp.from_dlpack(torch.utils.dlpack.to_dlpack(tensor))


def run(tensor):
    a = to_cupy(tensor)
    return torch.as_tensor(a * 2, device=tensor.device)
