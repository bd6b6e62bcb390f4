import cupy as cp
import torch

side = torch.cuda.Stream()
with torch.cuda.stream(side):
    t = torch.ones(1 << 20, device="cuda")
torch.cuda.current_stream().wait_stream(side)
r = cp.asarray(t) * 2
