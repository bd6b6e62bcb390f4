"""Parts that torch makes are views: what is still written to the whole tensor is met in each of them."""

import cupy as cp
import torch


def halves(n):
    x = torch.ones(n, device="cuda")
    side = cp.cuda.Stream(non_blocking=True)
    torch.cuda.synchronize()
    x.mul_(3)
    left, right = torch.chunk(x, 2)
    with side:
        y = cp.asarray(right)
        y *= 2  # expect: CUP204
    side.synchronize()
    return left


def joined(n):
    x = torch.ones(n, device="cuda")
    side = cp.cuda.Stream(non_blocking=True)
    parts = list(torch.split(x, n // 4))
    for i in range(2):
        parts[i] = torch.nn.functional.pad(parts[i], [0, 1])
    flat = torch.cat(parts, dim=0).reshape(-1)
    with side:
        return cp.asarray(flat) + 1  # expect: CUP204, CUP101
