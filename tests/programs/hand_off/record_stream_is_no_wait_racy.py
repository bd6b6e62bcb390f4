import cupy as cp
import torch

side = torch.cuda.Stream()
with torch.cuda.stream(side):
    t = torch.ones(1 << 20, device="cuda")
t.record_stream(torch.cuda.current_stream())
r = cp.asarray(t) * 2  # expect: CUP204
