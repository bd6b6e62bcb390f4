import cupy as cp
import torch

side = torch.cuda.Stream()
with torch.cuda.stream(side):
    t = torch.ones(1 << 20, device="cuda")
r = cp.add(t, 1)  # expect: CUP204
